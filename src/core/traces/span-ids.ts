import { sha256 } from "../hash/sha256.ts";
import type { CaseKey } from "../run.ts";

/** The trace of a run's conversation: the same every time it is asked for. */
export function conversationTraceId(
  runId: string,
  { evalSetId, evalId, trial }: Omit<CaseKey, "index">,
): string {
  return sha256(JSON.stringify([runId, evalSetId, evalId, trial])).slice(0, 32);
}

/** A span of a conversation, by what it stands for: "turn" and its place, say. */
export function spanIdIn(traceId: string, ...place: readonly (string | number)[]): string {
  return sha256(JSON.stringify([traceId, ...place])).slice(0, 16);
}

/** The span that stands for a turn of a run. */
export function turnSpanId(traceId: string, turn: number): string {
  return spanIdIn(traceId, "turn", turn);
}
