import { createServer, type Server } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { type AgentevalsSetup, agentevalsApi } from "./agentevals/agentevals-api.ts";
import { factsOf, portOf } from "./http-facts.ts";
import type { RequestPolicy } from "./request-policy.ts";

export interface ApiSetup extends AgentevalsSetup {
  readonly policy: RequestPolicy;
}

/** What programs ask of the server. */
export function apiServer(setup: ApiSetup): Server {
  const app = apiApp(setup);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 30_000 }, listener);
}

function apiApp({ policy, ...setup }: ApiSetup): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  // who may ask comes before everything else
  app.use(async (c, next) => {
    const { incoming } = c.env;
    const refusal = policy.refusal(factsOf(incoming), portOf(incoming));
    if (refusal === undefined) await next();
    else c.res = c.json({ error: refusal.message }, refusal.status);
    c.header("X-Content-Type-Options", "nosniff");
    c.header("Cross-Origin-Resource-Policy", "same-origin");
    c.header("Cache-Control", "no-store");
  });
  app.notFound((c) => c.json({ error: "There is nothing here." }, 404));
  app.route("/api", agentevalsApi(setup));
  return app;
}
