import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { isAdkPath, serveAdk } from "../adk/adk-surface.ts";
import { openApi } from "../api/openapi.ts";
import { problemReply } from "../api/problem-reply.ts";
import { runEvents } from "../api/runs/run-events.ts";
import { serveRoutes } from "../api/serve-routes.ts";
import type { ServerParts } from "../api/server-parts.ts";
import { routes } from "../app.ts";
import type { RequestPolicy } from "../request-policy.ts";
import { authRoutes } from "../team/routes/auth-routes.ts";
import { teamGate } from "../team/team-gate.ts";
import type { Access } from "./access.ts";
import { serveHealth } from "./health.ts";
import { countRequests, serveMetrics } from "./metrics.ts";
import { serveUi } from "./serve-ui.ts";
import type { UiFiles } from "./ui-files.ts";
import { webGate } from "./web-gate.ts";

const BASE = "/api/v1";
const LARGEST_BODY = 16 * 1024 * 1024;
const LARGEST_SIGN_IN = 16 * 1024;

export interface WebAppOptions {
  readonly parts: ServerParts;
  readonly policy: RequestPolicy;
  readonly access: Access;
  readonly ui: UiFiles;
  readonly log: (text: string) => void;
}

/** Pages, the API and ADK's own surface behind one gate. */
export function webApp({
  parts,
  policy,
  access,
  ui,
  log,
}: WebAppOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(async (context, next) => {
    await next();
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Referrer-Policy", "no-referrer");
    context.header("Cross-Origin-Resource-Policy", "same-origin");
    if (!context.res.headers.has("Cache-Control")) context.header("Cache-Control", "no-store");
  });
  serveHealth(app as unknown as Hono, [() => parts.runs.position()]);
  const { team, meters } = parts;
  if (meters !== undefined) app.use(countRequests(meters));
  if (team === undefined)
    app.use(webGate({ policy, access, isPage: isPagePath, isAdk: isAdkPath }));
  else {
    app.use(teamGate({ policy, team, isPage: isPagePath }));
    app.use("/auth/*", bodyLimit({ maxSize: LARGEST_SIGN_IN }));
    app.route("/auth", authRoutes(team));
    if (meters !== undefined) serveMetrics(app as unknown as Hono, meters);
  }
  app.use(bodyLimit({ maxSize: LARGEST_BODY, onError: (context) => context.json(tooLarge, 413) }));
  app.get(`${BASE}/openapi.json`, (context) =>
    context.json(openApi(routes, { base: BASE, version: parts.version })),
  );
  app.get(`${BASE}/runs/:run/events`, async (context) => {
    try {
      return await runEvents(context, parts);
    } catch (error) {
      const { status, body } = problemReply(error, log);
      return context.json(body, status);
    }
  });
  serveRoutes(app as unknown as Hono, BASE, routes, { parts, log });
  serveAdk(app as unknown as Hono, { parts, log });
  app.all("/api/*", (context) => context.json(nothingHere, 404));
  app.get("*", serveUi(ui));
  app.notFound((context) => context.json(nothingHere, 404));
  app.onError((error, context) => {
    const { status, body } = problemReply(error, log);
    return context.json(body, status);
  });
  return app;
}

const tooLarge = {
  error: { code: "server/too-large", message: "The body is larger than 16 MB." },
  detail: "The body is larger than 16 MB.",
};

const nothingHere = {
  error: {
    code: "server/nothing-here",
    message: "There is nothing here.",
    hint: `GET ${BASE}/openapi.json lists what there is.`,
  },
};

/** Everything but the API and ADK's routes is the browser's own. */
function isPagePath(path: string): boolean {
  return !path.startsWith("/api/") && !isAdkPath(path);
}
