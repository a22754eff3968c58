import type { TraceEvaluation } from "../../core/traces/trace-evaluation.ts";
import type { TraceTurn } from "../../core/traces/trace-turn.ts";
import type { TraceRecord } from "../records/trace-record.ts";
import { inOrder } from "../turns/by-start.ts";
import { joinTurns } from "./join-turns.ts";

/** One conversation: a trace, or all traces of one. */
export interface TraceConversation {
  /** Of the earliest trace. */
  readonly traceId: string;
  readonly traceIds: readonly string[];
  readonly key: string;
  readonly turns: readonly TraceTurn[];
  /** In the order of their start. */
  readonly records: readonly TraceRecord[];
}

/** What others said of a conversation, in the events of its traces. */
export function evaluationsOf({
  records,
}: Pick<TraceConversation, "records">): readonly TraceEvaluation[] {
  if (records.every(({ evaluations }) => evaluations === undefined)) return NO_EVALUATIONS;
  return records.flatMap(({ evaluations }) => evaluations ?? []);
}

const NO_EVALUATIONS: readonly TraceEvaluation[] = [];

/** By conversation, each trace alone, or by conversation where the senders or the eval set speak of such. */
export type GroupBy = "auto" | "trace" | "conversation";

export interface GroupOptions {
  readonly groupBy?: GroupBy | undefined;
  /** Whether a case has several turns, which may have come in several traces. */
  readonly hasLongCases?: boolean | undefined;
}

/** Traces put together to conversations, in the order of their first appearance. */
export function groupTraces(
  records: readonly TraceRecord[],
  options: GroupOptions = {},
): readonly TraceConversation[] {
  const isTogether = areTogether(options, hasNames(records));
  const groups = Map.groupBy(records, ({ traceId, key: { kind, key } }) =>
    isTogether ? `${kind}\n${key}` : traceId,
  );
  return [...groups.values()].map((own) => conversationOf(own[0]?.key.key ?? "", own));
}

/** Whether a sender gave its session a name. */
export function hasNames(records: readonly TraceRecord[]): boolean {
  return records.some(({ key }) => key.kind === "name");
}

/** Whether traces of one conversation belong together. */
export function areTogether(
  { groupBy = "auto", hasLongCases = false }: GroupOptions,
  isNamed: boolean,
): boolean {
  return groupBy === "conversation" || (groupBy === "auto" && (hasLongCases || isNamed));
}

/** The conversation that traces are together. */
export function conversationOf(key: string, records: readonly TraceRecord[]): TraceConversation {
  const only = records[0];
  if (only !== undefined && records.length === 1) {
    const { traceId, turns } = only;
    return { traceId, traceIds: [traceId], key, turns: joinTurns(inOrder(turns)), records };
  }
  const sorted = inOrder(records);
  const turns = inOrder(sorted.flatMap((record) => record.turns));
  const traceIds = [...new Set(sorted.map(({ traceId }) => traceId))];
  const traceId = traceIds[0] ?? "";
  return { traceId, traceIds, key, turns: joinTurns(turns), records: sorted };
}
