import type { CaseResult } from "../../../core/run.ts";
import type { RunStore } from "../../../core/run-store.ts";
import type { RecordedCase } from "../../../project/dry-score/dry-score-request.ts";
import { isOfSet } from "../../../project/history/is-of-set.ts";
import { readCases } from "../../../project/history/load-run.ts";

interface Wanted {
  readonly evalSetId: string;
  /** The set's file, by which two sets of one id are told apart. */
  readonly file: string;
  readonly evalId: string;
  readonly cwd: string;
}

const MOST_RUNS = 30;
const MOST_KEPT = 8;

const kept = new WeakMap<RunStore, Map<string, Promise<readonly RecordedCase[]>>>();

/** The last conversations of a case, the newest run first. They are asked for at every keystroke, and read once. */
export async function recordedCases(
  store: RunStore,
  wanted: Wanted,
  most = 5,
): Promise<readonly RecordedCase[]> {
  const known = kept.get(store) ?? new Map<string, Promise<readonly RecordedCase[]>>();
  kept.set(store, known);
  const key = JSON.stringify([await store.position(), wanted, most]);
  const found = known.get(key) ?? readRecorded(store, wanted, most);
  known.set(key, found);
  for (const [old] of known) if (known.size > MOST_KEPT) known.delete(old);
  return await found;
}

async function readRecorded(
  store: RunStore,
  { evalSetId, file, evalId, cwd }: Wanted,
  most: number,
): Promise<readonly RecordedCase[]> {
  const found: RecordedCase[] = [];
  const runs = (await store.list()).filter(
    ({ kind, sets }) => kind === "eval" && sets.includes(evalSetId),
  );
  for (const { runId } of runs.slice(0, MOST_RUNS)) {
    if (found.length >= most) break;
    const [start] = await store.runEvents(runId);
    if (start?.type !== "run-start" || !isOfSet(start.about, { evalSetId, file, cwd })) continue;
    for await (const result of conversationsOf(store, runId, { evalSetId, evalId })) {
      if (found.length < most) found.push({ runId, about: start.about, result });
    }
  }
  return found;
}

async function* conversationsOf(
  store: RunStore,
  runId: string,
  { evalSetId, evalId }: Pick<Wanted, "evalSetId" | "evalId">,
): AsyncGenerator<CaseResult> {
  const isMeant = (each: Pick<CaseResult, "evalSetId" | "evalId">) =>
    each.evalSetId === evalSetId && each.evalId === evalId;
  const places = (await store.endedCases(runId)).filter(isMeant).map(({ index }) => index);
  if (places.length === 0) return;
  for await (const result of readCases(store, runId, [...new Set(places)])) {
    if (isMeant(result)) yield result;
  }
}
