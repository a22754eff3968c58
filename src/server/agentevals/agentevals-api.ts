import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { TraceStore } from "../../core/traces/trace-store.ts";
import { convertRoutes } from "./convert-routes.ts";
import type { EvaluateSetup } from "./evaluate.ts";
import { evaluateRoutes } from "./evaluate-routes.ts";
import { RequestProblem, sentenceOf } from "./reply.ts";
import { sessionRoutes } from "./session-routes.ts";
import { type SystemFacts, systemRoutes } from "./system-routes.ts";
import { LARGEST_FORM, LARGEST_JSON } from "./uploads.ts";
import { validateRoutes } from "./validate-routes.ts";

export interface AgentevalsSetup extends EvaluateSetup, SystemFacts {
  readonly store: TraceStore;
  /** Told of what is our own fault. */
  readonly onFailure: (error: unknown) => void;
}

/** Each holds what it was sent, and uses the one thread that receives exports too. */
const MOST_AT_ONCE = 4;

/** The HTTP interface of agentevals, over our own store and scoring. */
export function agentevalsApi(setup: AgentevalsSetup): Hono {
  const app = new Hono();
  const tooLarge = (limit: number) => () => {
    const size = limit / 1024 / 1024;
    throw new RequestProblem(413, `Request body exceeds ${size}MB limit`);
  };
  const limited = (maxSize: number) => bodyLimit({ maxSize, onError: tooLarge(maxSize) });
  const forForms = limited(LARGEST_FORM);
  const forJson = limited(LARGEST_JSON);
  app.use((c, next) => {
    const isForm = c.req.header("Content-Type")?.startsWith("multipart/form-data") === true;
    return (isForm ? forForms : forJson)(c, next);
  });
  app.use("/evaluate/*", atMost(MOST_AT_ONCE));
  app.use("/streaming/evaluate-sessions", atMost(MOST_AT_ONCE));
  app.onError((error, c) => {
    const sentence = sentenceOf(error);
    if (sentence === undefined) setup.onFailure(error);
    const status =
      error instanceof RequestProblem ? error.status : sentence === undefined ? 500 : 400;
    return c.json({ detail: sentence ?? "Internal error" }, status);
  });
  app.route("/", systemRoutes(setup));
  app.route("/", validateRoutes());
  app.route("/", convertRoutes());
  app.route("/", evaluateRoutes(setup));
  app.route("/streaming", sessionRoutes(setup));
  return app;
}

function atMost(count: number): MiddlewareHandler {
  let busy = 0;
  return async (c, next) => {
    if (busy >= count) {
      c.header("Retry-After", "5");
      throw new RequestProblem(503, "Too much is being evaluated. Try again.");
    }
    busy += 1;
    try {
      await next();
    } finally {
      busy -= 1;
    }
  };
}
