import type { CaseKey, CaseResult, CaseStartEvent, RunEvent, TurnEndEvent } from "./run.ts";

/** Puts the events of each conversation together; hands back a result when its case ends. */
export interface CaseFold {
  apply(event: RunEvent): CaseResult | undefined;
}

/** Holds only what is in flight. A conversation that began again forgets its earlier turns. */
export function caseFold(): CaseFold {
  // few at a time, so looking through a list is quick; a Map that grows and shrinks leaves long chains of old tables behind
  const open: OpenCase[] = [];
  const placeOf = (key: CaseKey) => open.findLastIndex(({ start }) => isSameCase(start, key));
  return {
    apply(event) {
      switch (event.type) {
        case "case-start": {
          const place = placeOf(event);
          open[place === -1 ? open.length : place] = { start: event, turns: [] };
          return undefined;
        }
        case "turn-end":
          open[placeOf(event)]?.turns.push(event);
          return undefined;
        case "case-end": {
          const place = placeOf(event);
          const found = open[place];
          if (found === undefined) return undefined;
          const last = open.pop();
          if (last !== undefined && last !== found) open[place] = last;
          return joinCase(found.start, found.turns, event);
        }
        default:
          return undefined;
      }
    },
  };
}

interface OpenCase {
  readonly start: CaseStartEvent;
  readonly turns: TurnEndEvent[];
}

function isSameCase(one: CaseKey, other: CaseKey): boolean {
  return (
    one.evalId === other.evalId && one.trial === other.trial && one.evalSetId === other.evalSetId
  );
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
  let output = "";
  for (const turn of turns) output += turn.output ?? "";
  output += end.output ?? "";
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
