import type { RunEvent } from "../../core/run.ts";
import type { PreflightCall } from "../models/preflight-models.ts";

/** Puts calls that were made before the run into its journal, right behind its beginning: they were paid for too. */
export async function* withPreflightEvents(
  batches: AsyncIterable<readonly RunEvent[]>,
  runId: string,
  calls: readonly PreflightCall[] = [],
): AsyncGenerator<readonly RunEvent[]> {
  let left = calls;
  for await (const batch of batches) {
    yield batch;
    if (left.length > 0) yield left.map((call) => ({ ...call, runId }));
    left = [];
  }
}
