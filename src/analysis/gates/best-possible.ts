import type { TableMetric } from "../../core/folds/run-table.ts";
import { comparePaired } from "../../statistics/comparisons/compare-paired.ts";
import type { GateResult } from "../../statistics/gates/comparison.ts";
import { meanGate } from "../../statistics/gates/mean-gate.ts";
import { noWorseGate } from "../../statistics/gates/no-worse-gate.ts";
import { quantileGate } from "../../statistics/gates/quantile-gate.ts";
import { rateGate } from "../../statistics/gates/rate-gate.ts";
import { rangeOf } from "./gated-values.ts";
import type { ComparedGate, Gate, NoWorseGate } from "./parse-gate.ts";

/** How a gate would stand to so many cases that all go as it wishes. Undefined where nobody can say what that would be. */
export function bestPossible(
  gate: Gate,
  cases: number,
  metric: Pick<TableMetric, "range"> | undefined,
): GateResult | undefined {
  return "operator" in gate ? bestFigure(gate, cases, metric) : noDifference(gate, cases);
}

function bestFigure(
  gate: ComparedGate,
  cases: number,
  metric: Pick<TableMetric, "range"> | undefined,
): GateResult | undefined {
  const rises = gate.operator.startsWith(">");
  // the more there are, the less it matters
  const few = Math.min(cases, MANY);
  switch (gate.figure.kind) {
    case "pass-rate":
    case "agent-pass-rate":
      return rateGate(allOf(cases, rises), gate);
    case "pass-hat":
      return ofAll(gate, few, rises ? 1 : 0, [0, 1]);
    case "metric": {
      const range = rangeOf(metric);
      return range === null ? undefined : ofAll(gate, few, range[rises ? 1 : 0], range);
    }
    case "latency":
      return rises ? undefined : quantileGate(new Array(few).fill(0), gate.figure.share, gate);
    case "cost":
      return undefined;
  }
}

function noDifference({ figure, margin }: NoWorseGate, cases: number): GateResult | undefined {
  if (figure.metric !== undefined || cases > MANY) return undefined;
  const pairs = Array.from({ length: cases }, () => ({ a: 1, b: 1 }));
  return noWorseGate(comparePaired(pairs), margin);
}

function allOf(cases: number, passed: boolean) {
  return { passed: passed ? cases : 0, failed: passed ? 0 : cases, notEvaluated: 0 };
}

const MANY = 10_000;

function ofAll(
  gate: ComparedGate,
  cases: number,
  value: number,
  range: readonly [number, number],
): GateResult {
  return meanGate(
    Array.from({ length: cases }, () => ({ value })),
    gate,
    { range },
  );
}
