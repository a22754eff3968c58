import type { RunTable, TableCase, TableMetric } from "../../core/folds/run-table.ts";
import { type GateResult, holds, pointGate } from "../../statistics/gates/comparison.ts";
import { type GatedValue, meanGate, quantileGate } from "../../statistics/gates/mean-gate.ts";
import { rateGate } from "../../statistics/gates/rate-gate.ts";
import { passHatK } from "../../statistics/rates/pass-at-k.ts";
import { type Tally, tallyOf } from "../../statistics/rates/tally.ts";
import { clusterOf, meanScore } from "../case-values.ts";
import { needMetric } from "./check-gate.ts";
import type { EvaluateGatesRequest } from "./gate-request.ts";
import { measureNoWorse } from "./measure-no-worse.ts";
import type { ComparedGate, Gate } from "./parse-gate.ts";

/** What the gate's figure is in the run, and whether that decides it. */
export function measureGate(gate: Gate, request: EvaluateGatesRequest): GateResult {
  if (!("operator" in gate)) return measureNoWorse(gate, request);
  const result = measured(gate, request);
  return request.gates.by === "point"
    ? { ...pointGate(result.estimate, gate), bound: result.bound }
    : result;
}

function measured(gate: ComparedGate, { run, excused }: EvaluateGatesRequest): GateResult {
  const { figure } = gate;
  switch (figure.kind) {
    case "pass-rate":
      return measureRate(run.cases, run.notRun, gate);
    case "agent-pass-rate":
      return measureRate(
        run.cases.filter(({ evalSetId, evalId }) => !excused?.has(`${evalSetId}\n${evalId}`)),
        run.notRun,
        gate,
      );
    case "metric":
      return measureMetric(run, needMetric(run, figure.metric, gate.text), gate);
    case "pass-hat":
      return meanGate(
        gatedValues(run, (each) => allPassed(each, figure.k)),
        gate,
      );
    case "cost":
      return measureCost(run, gate);
    case "latency":
      return quantileGate(
        gatedValues(run, (each) => meanScore(each, placeOf(run, LATENCY))).map(
          ({ value }) => value,
        ),
        figure.share,
        gate,
      );
  }
}

const LATENCY = "invocation_duration_v1";
const COST = "total_cost";
const CALLS = "inference_call_count_v1";

function measureRate(cases: readonly TableCase[], notRun: number, gate: ComparedGate): GateResult {
  const names = { passed: "passed", failed: "failed", "not-evaluated": "notEvaluated" } as const;
  const counted: Tally = tallyOf(cases.map(({ status }) => names[status]));
  const whole = rateGate({ ...counted, notEvaluated: counted.notEvaluated + notRun }, gate);
  if (cases.every(({ cluster }) => cluster === undefined)) return whole;
  // cases that belong together say less than their number: the more careful of both answers counts
  const values = cases.map((each) => ({
    value: each.status === "not-evaluated" ? null : each.status === "passed" ? 1 : 0,
    cluster: clusterOf(each),
  }));
  const clustered = meanGate([...values, ...missing(notRun, true)], gate);
  return clustered.outcome === whole.outcome && clustered.outcome !== "undecided"
    ? whole
    : clustered;
}

function measureMetric(run: RunTable, place: number, gate: ComparedGate): GateResult {
  const values = gatedValues(run, (each) => meanScore(each, place));
  return meanGate(values, gate, { range: rangeOf(run.metrics[place]) });
}

function rangeOf(metric: TableMetric | undefined): readonly [number, number] | null {
  const { min, max } = metric?.range ?? {};
  return min === undefined || max === undefined ? null : [min, max];
}

/** The chance that k trials all pass; null where fewer were evaluated. */
function allPassed({ trials }: TableCase, k: number): number | null {
  const evaluated = trials.filter(({ status }) => status !== "not-evaluated");
  const passed = evaluated.filter(({ status }) => status === "passed").length;
  return passHatK(evaluated.length, passed, k) ?? null;
}

function gatedValues(
  run: RunTable,
  figureOf: (each: TableCase) => number | null,
): readonly GatedValue[] {
  const clustered = run.cases.some(({ cluster }) => cluster !== undefined);
  const values = run.cases.map((each) => ({
    value: figureOf(each),
    ...(clustered ? { cluster: clusterOf(each) } : {}),
  }));
  return [...values, ...missing(run.notRun, clustered)];
}

/** Cases that never ran: nothing is known of them. */
function missing(count: number, clustered: boolean): readonly GatedValue[] {
  return Array.from({ length: count }, (_, index) =>
    clustered ? { value: null, cluster: `not run ${index}` } : { value: null },
  );
}

/** What the whole run cost. It is a sum and no sample, so it is met or not; where a price is not known, neither. */
function measureCost(run: RunTable, gate: ComparedGate): GateResult {
  const ours = run.modelCalls.cost;
  const agents = agentCost(run);
  if (ours === undefined || agents === undefined || run.notRun > 0) {
    const known = (ours ?? 0) + (agents ?? 0);
    // what is known can only grow
    const isOver = !holds(known, gate) && gate.operator.startsWith("<");
    return {
      outcome: isOver ? "not-met" : "undecided",
      estimate: known,
      bound: null,
      needed: null,
    };
  }
  return { ...pointGate(ours + agents, gate), bound: ours + agents };
}

/** Undefined where the agent made model calls whose price nobody asked for. */
function agentCost(run: RunTable): number | undefined {
  const cost = placeOf(run, COST);
  const calls = placeOf(run, CALLS);
  let sum = 0;
  for (const { scores } of run.cases.flatMap(({ trials }) => trials)) {
    const spent = scores[cost];
    if (spent !== undefined) sum += spent;
    else if ((scores[calls] ?? 0) > 0) return undefined;
  }
  return sum;
}

function placeOf({ metrics }: RunTable, name: string): number {
  return metrics.findIndex((metric) => metric.name === name);
}
