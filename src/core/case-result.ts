import type { CaseResult, CaseStartEvent, RunEvent, TurnEndEvent } from "./run.ts";

/** Puts the events of each conversation together; hands back a result when its case ends. */
export interface CaseFold {
  apply(event: RunEvent): CaseResult | undefined;
}

/** Holds only what is in flight. A conversation that began again forgets its earlier turns. */
export function caseFold(): CaseFold {
  const open = new Map<string, { start: CaseStartEvent; turns: TurnEndEvent[] }>();
  return {
    apply(event) {
      switch (event.type) {
        case "case-start":
          open.set(keyOf(event), { start: event, turns: [] });
          return undefined;
        case "turn-end":
          open.get(keyOf(event))?.turns.push(event);
          return undefined;
        case "case-end": {
          const found = open.get(keyOf(event));
          if (found === undefined) return undefined;
          open.delete(keyOf(event));
          return joinCase(found.start, found.turns, event);
        }
        default:
          return undefined;
      }
    },
  };
}

export function keyOf(key: {
  readonly evalSetId: string;
  readonly evalId: string;
  readonly trial: number;
}): string {
  return `${key.evalSetId}\n${key.evalId}\n${key.trial}`;
}

function joinCase(
  start: CaseStartEvent,
  turns: readonly TurnEndEvent[],
  end: Extract<RunEvent, { type: "case-end" }>,
): CaseResult {
  const output = [...turns.map((turn) => turn.output), end.output].filter(Boolean).join("");
  const { evalSetId, evalId, trial, index, status, reason, detail, metrics, duration } = end;
  return {
    evalSetId,
    evalId,
    trial,
    index,
    status,
    reason,
    detail,
    metrics,
    duration,
    invocations: turns.map((turn) => turn.invocation),
    evalCase: start.evalCase,
    sessionId: start.sessionId,
    userId: start.userId,
    startedAt: start.at,
    finalState: turns.at(-1)?.state,
    output: output === "" ? undefined : output,
    partial: end.partial,
    restarted: end.restarted,
  };
}
