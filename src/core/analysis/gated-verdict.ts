import { runVerdict } from "../verdict.ts";
import { type GateResult, gatesOutcome, type RunGates } from "./gate.ts";

interface GatedRun {
  readonly about: {
    readonly gates?: RunGates | undefined;
    readonly unread?: readonly string[] | undefined;
  };
  readonly gates?: readonly GateResult[] | undefined;
  readonly totals: Parameters<typeof runVerdict>[0];
}

/** What a run comes to: by its gates where it has any, else by the verdicts of its cases. */
export function gatedVerdict(run: GatedRun): Verdict {
  const verdict = verdictOfCases(run);
  // what could not be read was not measured either
  const isWhole = (run.about.unread ?? []).length === 0;
  return verdict === "passed" && !isWhole ? "incomplete" : verdict;
}

type Verdict = ReturnType<typeof runVerdict>;

function verdictOfCases({ about, gates, totals }: GatedRun): Verdict {
  if (!isGated(about)) return runVerdict(totals);
  // a run that was killed before its gates were told has no answer, whatever its cases say
  return gates === undefined ? "incomplete" : verdicts[gatesOutcome(gates)];
}

/** Whether anything is asked of the run as a whole. */
export function isGated({ gates }: GatedRun["about"]): boolean {
  return gates !== undefined && gates.conditions.length > 0;
}

const verdicts = { met: "passed", "not-met": "failed", undecided: "incomplete" } as const;
