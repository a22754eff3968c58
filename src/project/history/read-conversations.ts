import { beforeCases } from "../../core/calls/preflight.ts";
import { keyOf } from "../../core/folds/open-cases.ts";
import type {
  CallEndEvent,
  CaseEndEvent,
  CaseKey,
  CaseStartEvent,
  RunEvent,
  TurnEndEvent,
} from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";

/** One conversation as the journal has it, from its last beginning to its first end. */
export interface StoredConversation extends CaseKey {
  readonly start?: CaseStartEvent | undefined;
  /** Those that follow each other without a gap, from the first. */
  readonly turns: readonly TurnEndEvent[];
  readonly end?: CaseEndEvent | undefined;
  /** Every model call of ours, also of what was begun again since. */
  readonly calls: readonly CallEndEvent[];
  /** Something of it cannot be read any more: its beginning, or a turn. */
  readonly isBroken: boolean;
}

/** The conversations of a run in plan order, one at a time. */
export async function* readConversations(
  store: RunStore,
  runId: string,
  /** Only of these cases, by their places in the plan. */
  indexes?: readonly number[],
): AsyncGenerator<StoredConversation> {
  let open: { readonly key: string; readonly events: CaseEvent[] } | undefined;
  const wanted = indexes && new Set(indexes);
  for await (const event of store.caseEvents(runId, { indexes })) {
    if (!("evalId" in event) || wanted?.has(event.index) === false) continue;
    const key = keyOf(event);
    if (open !== undefined && open.key !== key) yield conversationOf(open.events);
    if (open?.key !== key) open = { key, events: [] };
    open.events.push(event);
  }
  if (open !== undefined) yield conversationOf(open.events);
}

type CaseEvent = Extract<RunEvent, { readonly evalId: string }>;

function conversationOf(events: readonly CaseEvent[]): StoredConversation {
  const { evalSetId, evalId, trial, index } = events[0] as CaseEvent;
  const over = events.findIndex((event) => event.type === "case-end");
  const { start, turns } = lastAttempt(over === -1 ? events : events.slice(0, over));
  const end = events[over];
  const gap = turns.findIndex((turn, place) => turn.turn !== place);
  const inOrder = gap === -1 ? turns : turns.slice(0, gap);
  return {
    evalSetId,
    evalId,
    trial,
    index,
    start,
    // without its beginning nobody can say whose turns these are
    turns: start === undefined ? [] : inOrder,
    end: end?.type === "case-end" ? end : undefined,
    calls: events.filter((event) => event.type === "call-end"),
    // calls before the first case belong to no conversation that could be broken
    isBroken:
      index !== beforeCases.index &&
      (start === undefined || gap !== -1 || isShort(end, inOrder.length)),
  };
}

/** What a conversation was since it last began. A turn that ran again leaves nothing of what came after the first one. */
function lastAttempt(events: readonly CaseEvent[]): {
  readonly start: CaseStartEvent | undefined;
  readonly turns: readonly TurnEndEvent[];
} {
  let start: CaseStartEvent | undefined;
  const turns: TurnEndEvent[] = [];
  for (const event of events) {
    if (event.type === "case-start") {
      start = event;
      turns.length = 0;
    }
    if (event.type !== "turn-end") continue;
    while ((turns.at(-1)?.turn ?? -1) >= event.turn) turns.pop();
    turns.push(event);
  }
  return { start, turns };
}

function isShort(end: CaseEvent | undefined, turns: number): boolean {
  return end?.type === "case-end" && end.turns !== undefined && end.turns !== turns;
}
