import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import { clusteredQuantileGate } from "../../statistics/gates/clustered-quantile-gate.ts";
import type { GateResult } from "../../statistics/gates/comparison.ts";
import {
  type GatedValue,
  type MeanGateOptions,
  meanGate,
} from "../../statistics/gates/mean-gate.ts";
import { quantileGate } from "../../statistics/gates/quantile-gate.ts";
import { rateGate } from "../../statistics/gates/rate-gate.ts";
import { tallyOf } from "../../statistics/rates/tally.ts";
import { needMetric } from "./check-gate.ts";
import type { EvaluateGatesRequest, MeasuredGate } from "./gate-request.ts";
import {
  everyTrialValue,
  type FigureOf,
  gatedValues,
  passHatValue,
  rangeOf,
  scoreValue,
  verdictValue,
} from "./gated-values.ts";
import { measureCost } from "./measure-cost.ts";
import { measureNoWorse } from "./measure-no-worse.ts";
import { moreCareful } from "./more-careful.ts";
import type { ComparedGate, Gate } from "./parse-gate.ts";

/** What the gate's figure is in the run, and whether that decides it. */
export function measureGate(gate: Gate, request: EvaluateGatesRequest): MeasuredGate {
  return "operator" in gate ? measureFigure(gate, request) : measureNoWorse(gate, request);
}

function measureFigure(gate: ComparedGate, request: EvaluateGatesRequest): MeasuredGate {
  const { run } = request;
  const { by } = request.gates;
  const { figure } = gate;
  switch (figure.kind) {
    case "pass-rate":
      return measureRate(run, gate, by);
    case "agent-pass-rate":
      return measureAgentRate(request, gate);
    case "metric": {
      const place = needMetric(run, figure.metric, gate.text);
      const range = rangeOf(run.metrics[place]);
      return measureMean(run, scoreValue(place, range), (values) =>
        meanByCases(values, gate, { range, by }),
      );
    }
    case "pass-hat":
      // all of a case's trials pass, or they do not
      return figure.k === run.about.trials
        ? measureShare(gatedValues(run, everyTrialValue), gate, by)
        : measureMean(run, passHatValue(figure.k), (values) => meanByCases(values, gate, { by }));
    case "cost":
      return measureCost(run, gate);
    case "latency": {
      const place = run.metrics.findIndex(({ name }) => name === LATENCY);
      return measureMean(run, scoreValue(place, null), (values) =>
        quantileByCases(values, figure.share, gate, by),
      );
    }
  }
}

/** Seconds a turn, which every run measures. */
const LATENCY = "invocation_duration_v1";

/** Gates on the agent leave out what was not its doing, and say how many cases that were. */
function measureAgentRate({ run, excused, gates }: EvaluateGatesRequest, gate: ComparedGate) {
  const own = run.cases.filter((each) => excused?.has(caseKeyOf(each)) !== true);
  const measured = measureRate({ ...run, cases: own }, gate, gates.by);
  return { ...measured, excused: run.cases.length - own.length };
}

type By = EvaluateGatesRequest["gates"]["by"];

function measureRate(
  run: Pick<RunTable, "cases" | "notRun">,
  gate: ComparedGate,
  by: By,
): MeasuredGate {
  return measureShare(gatedValues(run, verdictValue), gate, by);
}

/** Of cases that each count as one or as nothing. */
function measureShare(values: readonly GatedValue[], gate: ComparedGate, by: By): MeasuredGate {
  const tally = tallyOf(
    values.map(({ value }) =>
      value === null ? "notEvaluated" : value === 1 ? "passed" : "failed",
    ),
  );
  const about = {
    cases: values.length,
    notEvaluated: tally.notEvaluated,
    counts: { passed: tally.passed, of: tally.passed + tally.failed },
  };
  const whole = rateGate(tally, gate, { by });
  const result = isClustered(values)
    ? moreCareful(whole, meanGate(values, gate, { by }), gate)
    : whole;
  return { ...result, ...about };
}

function meanByCases(
  values: readonly GatedValue[],
  gate: ComparedGate,
  options: MeanGateOptions,
): GateResult {
  if (!isClustered(values)) return meanGate(values, gate, options);
  const alone = values.map(({ cluster: _, ...each }) => each);
  return moreCareful(meanGate(alone, gate, options), meanGate(values, gate, options), gate);
}

function quantileByCases(
  values: readonly GatedValue[],
  share: number,
  gate: ComparedGate,
  by: By,
): GateResult {
  const seconds = values.map(({ value }) => value);
  const whole = quantileGate(seconds, share, gate, { by });
  if (!isClustered(values)) return whole;
  return moreCareful(whole, clusteredQuantileGate(values, share, gate, { by }), gate);
}

function isClustered(values: readonly GatedValue[]): boolean {
  return values.some(({ cluster }) => cluster !== undefined);
}

function measureMean(
  run: RunTable,
  figureOf: FigureOf,
  measure: (values: readonly GatedValue[]) => GateResult,
): MeasuredGate {
  const values = gatedValues(run, figureOf);
  const notEvaluated = values.filter(({ value, ends }) => value === null || ends !== undefined);
  return { ...measure(values), cases: values.length, notEvaluated: notEvaluated.length };
}
