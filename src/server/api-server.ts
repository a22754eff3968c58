import { createServer, type Server } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Meters } from "../project/otel/metrics/meters.ts";
import { type AgentevalsSetup, agentevalsApi } from "./agentevals/agentevals-api.ts";
import { factsOf, portOf } from "./http-facts.ts";
import type { RequestPolicy } from "./request-policy.ts";
import type { Team } from "./team/team.ts";
import { teamGate } from "./team/team-gate.ts";
import { serveHealth } from "./web/health.ts";
import { countRequests, serveMetrics } from "./web/metrics.ts";

export interface ApiSetup extends AgentevalsSetup {
  readonly policy: RequestPolicy;
  /** Who may come in; undefined where whoever reaches the port may. */
  readonly team?: Team | undefined;
  readonly meters?: Meters | undefined;
  readonly health: readonly (() => Promise<unknown>)[];
}

/** What programs ask of the server. */
export function apiServer(setup: ApiSetup): Server {
  const app = apiApp(setup);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 30_000 }, listener);
}

export function apiApp({
  policy,
  team,
  meters,
  health,
  ...setup
}: ApiSetup): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  serveHealth(app as unknown as Hono, health);
  if (meters !== undefined) app.use(countRequests(meters));
  // who may ask comes before everything else
  app.use(async (c, next) => {
    const { incoming } = c.env;
    const refusal =
      team === undefined ? policy.refusal(factsOf(incoming), portOf(incoming)) : undefined;
    if (refusal === undefined) await next();
    else c.res = c.json({ error: refusal.message }, refusal.status);
    c.header("X-Content-Type-Options", "nosniff");
    c.header("Cross-Origin-Resource-Policy", "same-origin");
    c.header("Cache-Control", "no-store");
  });
  if (team !== undefined) app.use(teamGate({ policy, team }));
  if (team !== undefined && meters !== undefined) serveMetrics(app as unknown as Hono, meters);
  app.notFound((c) => c.json({ error: "There is nothing here." }, 404));
  app.route("/api", agentevalsApi(setup));
  return app;
}
