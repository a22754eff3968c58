import { parentPort } from "node:worker_threads";
import { isUserFacingError, messageOf } from "../../core/errors.ts";
import { dryScore } from "./dry-score.ts";
import type { DryScoreRequest } from "./dry-score-request.ts";

/** The thread of `dry-score-thread.ts`: scores what it is sent. */
parentPort?.on("message", async ({ id, request }: { id: number; request: DryScoreRequest }) => {
  parentPort?.postMessage({ id, begun: true });
  try {
    parentPort?.postMessage({ id, score: await dryScore(request) });
  } catch (error) {
    const hint = isUserFacingError(error) ? error.hint : undefined;
    parentPort?.postMessage({ id, problem: { message: messageOf(error), hint } });
  }
});
