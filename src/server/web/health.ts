import { setTimeout } from "node:timers/promises";
import type { Hono } from "hono";

/** Whoever waits longer has something else to do with a request. */
const PATIENCE = 3_000;

/**
 * For whoever starts and replaces servers: whether the process answers, and whether what it needs answers it. They ask
 * without a name or a token, so that nothing else is said.
 */
export function serveHealth(app: Hono, needs: readonly (() => Promise<unknown>)[]): void {
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    const isReady = await Promise.race([
      Promise.all(needs.map((ask) => ask())).then(
        () => true,
        () => false,
      ),
      setTimeout(PATIENCE, false, { ref: false }),
    ]);
    return context.json({ status: isReady ? "ready" : "not ready" }, isReady ? 200 : 503);
  });
}
