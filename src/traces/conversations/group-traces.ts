import type { TraceTurn } from "../../core/traces/trace-turn.ts";
import type { TraceReading } from "../turns/find-turns.ts";
import { conversationKey } from "./conversation-key.ts";
import { joinTurns } from "./join-turns.ts";

/** One conversation: a trace, or all traces of one. */
export interface TraceConversation {
  /** Of the earliest trace. */
  readonly traceId: string;
  readonly traceIds: readonly string[];
  readonly key: string;
  readonly turns: readonly TraceTurn[];
  readonly readings: readonly TraceReading[];
}

/** By conversation, each trace alone, or by conversation where the senders or the eval set speak of such. */
export type GroupBy = "auto" | "trace" | "conversation";

export interface GroupOptions {
  readonly groupBy?: GroupBy | undefined;
  /** Whether a case has several turns, which may have come in several traces. */
  readonly hasLongCases?: boolean | undefined;
}

/** Traces put together to conversations, in the order of their first appearance. */
export function groupTraces(
  readings: readonly TraceReading[],
  { groupBy = "auto", hasLongCases = false }: GroupOptions = {},
): readonly TraceConversation[] {
  const keys = readings.map((reading) => conversationKey(reading));
  const isTogether =
    groupBy === "conversation" ||
    (groupBy === "auto" && (hasLongCases || keys.some(({ kind }) => kind === "name")));
  const groups = new Map<string, { readonly key: string; readonly readings: TraceReading[] }>();
  for (const [index, reading] of readings.entries()) {
    const { kind, key } = keys[index] ?? { kind: "trace", key: reading.traceId };
    const id = isTogether ? `${kind}\n${key}` : `trace\n${reading.traceId}`;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { key, readings: [reading] });
    else group.readings.push(reading);
  }
  return [...groups.values()].map(({ key, readings: own }) => conversationOf(key, own));
}

/** The conversation that traces are together. */
export function conversationOf(key: string, readings: readonly TraceReading[]): TraceConversation {
  const inOrder = readings.toSorted(byStart);
  const turns = inOrder.flatMap((reading) => reading.turns).toSorted(byTurnStart);
  const traceIds = [...new Set(inOrder.map(({ traceId }) => traceId))];
  const traceId = traceIds[0] ?? "";
  return { traceId, traceIds, key, turns: joinTurns(turns), readings: inOrder };
}

function byStart(a: TraceReading, b: TraceReading): number {
  return compare(a.tree.spans[0]?.start, b.tree.spans[0]?.start);
}

function byTurnStart(a: TraceTurn, b: TraceTurn): number {
  return compare(a.start, b.start);
}

function compare(a = 0n, b = 0n): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
