import type { CaseEndEvent, CaseResult, RunEvent } from "../run.ts";
import { type OpenCase, openCases } from "./open-cases.ts";

/** Puts the events of each conversation together; hands back a result when its case ends. */
export interface CaseFold {
  apply(event: RunEvent): CaseResult | undefined;
}

/** Holds only what is in flight. A conversation that began again forgets its earlier turns; one that ended ends once. */
export function caseFold(): CaseFold {
  const open = openCases();
  return {
    apply(event) {
      switch (event.type) {
        case "case-start":
          open.start(event);
          return undefined;
        case "turn-end":
          open.addTurn(event);
          return undefined;
        case "case-end": {
          const found = open.end(event);
          return found === undefined ? undefined : joinCase(found, event);
        }
        default:
          return undefined;
      }
    },
  };
}

/** The result of a conversation; undefined for one whose beginning is not known. */
export function joinCase({ start, turns }: OpenCase, end: CaseEndEvent): CaseResult | undefined {
  if (start === undefined) return undefined;
  let output = "";
  for (const turn of turns) output += turn.output ?? "";
  output += end.output ?? "";
  const { evalSetId, evalId, trial, index, status, reason, detail, metrics, duration } = end;
  const { simulated } = end;
  return {
    evalSetId,
    evalId,
    trial,
    index,
    status,
    reason,
    detail,
    ...(simulated && { simulated }),
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
