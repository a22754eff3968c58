import { UserFacingError } from "../../core/errors.ts";
import { joinCase } from "../../core/folds/case-result.ts";
import { type RunSummary, runFold } from "../../core/folds/run-summary.ts";
import { type CaseResult, SCHEMA_VERSION } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";
import { unknownRun } from "./finding/no-such-run.ts";
import { readConversations } from "./read-conversations.ts";

/** A run as it stands in the journal. `cases` reads every finished conversation in plan order, as often as asked. */
export interface LoadedRun {
  readonly summary: RunSummary;
  readonly cases: () => AsyncIterable<CaseResult>;
}

/**
 * Reads a run back. Whatever was left half done, begun again, or cannot be read whole any more is not counted; what its
 * model calls cost is.
 */
export async function loadRun(store: RunStore, runId: string): Promise<LoadedRun> {
  const run = runFold();
  const ofRun = await store.runEvents(runId);
  if (ofRun[0]?.type !== "run-start") throw await unreadableRun(store, runId);
  needReadable(ofRun[0], `Run ${runId}`);
  // first the start, so that the cases are counted against its plan; last how it ended
  run.apply(ofRun[0]);
  for await (const { start, turns, end, calls, isBroken } of readConversations(store, runId)) {
    for (const call of calls) run.apply(call);
    if (start === undefined || end === undefined || isBroken) continue;
    for (const event of [start, ...turns, end]) run.apply(event);
  }
  for (const event of ofRun.slice(1)) run.apply(event);
  return { summary: run.summary(), cases: () => readCases(store, runId) };
}

/** Every finished conversation of a run, or of these cases of it, in plan order. */
export async function* readCases(
  store: RunStore,
  runId: string,
  indexes?: readonly number[],
): AsyncGenerator<CaseResult> {
  for await (const { start, turns, end, isBroken } of readConversations(store, runId, indexes)) {
    const result = end === undefined || isBroken ? undefined : joinCase({ start, turns }, end);
    if (result !== undefined) yield result;
  }
}

/** What a later version wrote may mean something else there: better no verdict than a wrong one. */
export function needReadable({ schemaVersion }: { schemaVersion: unknown }, what: string): void {
  if (typeof schemaVersion !== "number" || schemaVersion <= SCHEMA_VERSION) return;
  throw new UserFacingError("store/unusable", `${what} was written by a newer version of Assay.`, {
    hint: "Update Assay to read it.",
  });
}

/** Why a run cannot be read. */
export async function unreadableRun(store: RunStore, runId: string): Promise<UserFacingError> {
  const runs = await store.list();
  if (!runs.some((run) => run.runId === runId)) return unknownRun(runId, { runs });
  return new UserFacingError("store/unusable", `The beginning of run ${runId} is damaged.`, {
    hint: "It cannot be read any more; assay runs rm removes it.",
  });
}
