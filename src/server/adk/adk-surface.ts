import type { Hono } from "hono";
import type { ServerParts } from "../api/server-parts.ts";
import { serveAdkRoutes } from "./adk-route.ts";
import { graphRoutes } from "./graph/graph-routes.ts";
import { otherRoutes } from "./other-routes.ts";
import { metricsInfoRoutes } from "./results/metrics-info.ts";
import { resultRoutes } from "./results/result-routes.ts";
import { runEvalRoutes } from "./results/run-eval.ts";
import { runRoutes } from "./sessions/run-routes.ts";
import { sessionRoutes } from "./sessions/session-routes.ts";
import { caseRoutes } from "./sets/case-routes.ts";
import { setRoutes } from "./sets/set-routes.ts";
import { traceRoutes } from "./trace-routes.ts";

interface SurfaceOptions {
  readonly parts: ServerParts;
  readonly log: (text: string) => void;
}

/** What clients made for ADK ask, over the same store, chats and runs as everything else. */
export function serveAdk(app: Hono, options: SurfaceOptions): void {
  const routes = [
    ...otherRoutes,
    ...sessionRoutes,
    ...runRoutes,
    ...runEvalRoutes,
    ...setRoutes,
    ...caseRoutes,
    ...resultRoutes,
    ...metricsInfoRoutes,
    ...graphRoutes,
    ...traceRoutes,
  ];
  serveAdkRoutes(app, routes, options);
  for (const path of ["/apps/*", "/dev/apps/*"]) {
    app.all(path, (context) => context.json({ detail: "Not Found" }, 404));
  }
}

const alone = new Set([
  ...["/list-apps", "/version", "/health", "/run", "/run_sse", "/run_live"],
  ...["/config/telemetry", "/agent-identity/finalize"],
]);

/** Whether a path is one of these, and no page of ours. */
export function isAdkPath(path: string): boolean {
  return alone.has(path) || path.startsWith("/apps/") || path.startsWith("/dev/apps/");
}
