import type { CaseEndEvent, CaseStartEvent, RunEvent, TurnEndEvent } from "../run.ts";
import type { RunInfo } from "../run-info.ts";
import type { ChatState } from "./chat.ts";

/** A chat as its journal has it. */
export interface Chat {
  readonly chatId: string;
  readonly about: RunInfo;
  readonly start: CaseStartEvent;
  readonly turns: readonly TurnEndEvent[];
  /** What the next turn begins with. */
  readonly state: ChatState;
  readonly firstState: ChatState;
  /** What somebody called it. */
  readonly name?: string | undefined;
  readonly startedAt: string;
}

/** Folds a chat's events; the same for those that come later. */
export interface ChatFold {
  apply(event: RunEvent): void;
  /** Undefined as long as its beginning is not known. */
  chat(): Chat | undefined;
}

export function chatFold(): ChatFold {
  let about: RunInfo | undefined;
  let start: CaseStartEvent | undefined;
  let name: string | undefined;
  let startedAt = "";
  let set: ChatState | undefined;
  const turns: TurnEndEvent[] = [];

  function addTurn(event: TurnEndEvent): void {
    // whatever comes a second time changes nothing
    if (event.turn !== turns.length) return;
    turns.push(event);
    if (event.state !== undefined) set = undefined;
  }
  return {
    apply(event) {
      switch (event.type) {
        case "run-start":
          about = event.about;
          startedAt = event.at;
          return;
        case "case-start":
          start ??= event;
          return;
        case "turn-end":
          addTurn(event);
          return;
        case "state-set":
          set = event.state;
          return;
        case "run-mark":
          if (event.name !== undefined) name = event.name ?? undefined;
          return;
        default:
      }
    },
    chat() {
      if (about === undefined || start === undefined) return undefined;
      const firstState = start.evalCase.sessionInput?.state ?? {};
      const last = turns.findLast(({ state }) => state !== undefined)?.state;
      const state = set ?? last ?? firstState;
      const chatId = start.runId;
      return { chatId, about, start, turns: [...turns], state, firstState, name, startedAt };
    },
  };
}

/** A chat never ends; for those who look at conversations that have, it ends with its last turn. */
export function chatEnd(start: CaseStartEvent, turns: readonly TurnEndEvent[]): CaseEndEvent {
  const { runId, evalSetId, evalId, trial, index } = start;
  const last = turns.at(-1);
  const endedAt =
    last === undefined
      ? Date.parse(start.at)
      : (last.invocation.creationTimestamp + (last.invocation.duration ?? 0)) * 1000;
  return {
    type: "case-end",
    runId,
    evalSetId,
    evalId,
    trial,
    index,
    at: new Date(endedAt).toISOString(),
    status: "not-evaluated",
    metrics: [],
    turns: turns.length,
    duration: Math.max(0, (endedAt - Date.parse(start.at)) / 1000),
  };
}
