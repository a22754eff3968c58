import type { GateResult, RunDecided } from "../../core/analysis/gate.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import { plural } from "../../core/text/plural.ts";
import { toldGate } from "../gates/evaluate-gates.ts";
import type { EvaluateGatesRequest, MeasuredGate } from "../gates/gate-request.ts";
import { measureGate } from "../gates/measure-gate.ts";
import { priceOfRuns } from "../power/price-of-runs.ts";
import { earlyDecision, isCostCeiling, type WatchedGate } from "./early-decision.ts";
import { randomRank } from "./random-order.ts";

interface DecideGatesRequest extends EvaluateGatesRequest {
  /** From which the order of the run was drawn. */
  readonly seed: number;
}

export interface DecidedGates {
  readonly gates: readonly GateResult[];
  /** Undefined where all cases had run, or they had not decided it. */
  readonly decided?: RunDecided | undefined;
}

/**
 * How a run that was looked at after every case stands to its gates: by the same tests in the same order, so that it
 * never says otherwise than when it stopped. Intervals that may be looked at once are only used for gates that were not.
 */
export function decideGates(request: DecideGatesRequest): DecidedGates {
  const { run, baseline, gates, seed } = request;
  const early = earlyDecision({
    run,
    baseline,
    conditions: gates.conditions,
    isClustered: run.cases.some(({ cluster }) => cluster !== undefined),
  });
  const rank = randomRank(seed);
  for (const each of run.cases.toSorted((a, b) => rank(a) - rank(b))) early.add(each);
  const overspent = early.gates.some(
    ({ gate }) => isCostCeiling(gate) && measureGate(gate, request).outcome === "not-met",
  );
  // what was under way when the others were met has still to be paid for
  const found =
    overspent && early.decided?.outcome !== "not-met"
      ? ({ after: run.cases.length, outcome: "not-met" } as const)
      : early.decided;
  const isShort = found !== undefined && run.notRun > 0;
  const results = early.gates.map((watched) => {
    const measured = measure(watched, request, isShort);
    const note = watched.watch === null ? "" : lookedText(measured);
    return toldGate(watched.gate, measured, "bound", note);
  });
  if (!isShort) return { gates: results };
  return { gates: results, decided: { ...found, saved: savedBy(run) } };
}

function measure(
  { gate, watch }: WatchedGate,
  request: EvaluateGatesRequest,
  isShort: boolean,
): MeasuredGate {
  if (watch !== null) return watch.measured();
  if (!isShort) return measureGate(gate, request);
  // what was left out on purpose was never to be paid for
  const measured = measureGate(gate, { ...request, run: { ...request.run, notRun: 0 } });
  if (gate.figure.kind === "cost") return measured;
  return {
    ...measured,
    outcome: "undecided",
    bound: null,
    needed: null,
    missing: "The run ended before it could be told: another gate had decided.",
  };
}

function lookedText({ cases, outcome }: MeasuredGate): string {
  const often = cases === 1 ? "once" : `after each of ${plural(cases, "case")}`;
  return outcome === "undecided"
    ? `It was looked at ${often}, which takes more cases than to look once.`
    : `It was looked at ${often}, and the interval allows for that.`;
}

/** What the cases that were not run would have cost, if they were like the others. */
function savedBy(run: RunTable): RunDecided["saved"] {
  const { cost, seconds } = priceOfRuns([run]);
  const conversations = run.notRun * run.about.trials;
  const times = (each: number | null) => (each === null ? null : each * conversations);
  return { cases: run.notRun, conversations, cost: times(cost), seconds: times(seconds) };
}
