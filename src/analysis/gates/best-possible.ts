import type { TableMetric } from "../../core/folds/run-table.ts";
import { comparePaired } from "../../statistics/comparisons/compare-paired.ts";
import type { GateResult } from "../../statistics/gates/comparison.ts";
import { meanGate } from "../../statistics/gates/mean-gate.ts";
import { noWorseGate } from "../../statistics/gates/no-worse-gate.ts";
import { quantileGate } from "../../statistics/gates/quantile-gate.ts";
import { rateGate } from "../../statistics/gates/rate-gate.ts";
import { rangeOf } from "./gated-values.ts";
import type { Gate } from "./parse-gate.ts";

/** How a gate would stand to so many cases that all go as it wishes. Undefined where nobody can say what that would be. */
export function bestPossible(
  gate: Gate,
  cases: number,
  metric: Pick<TableMetric, "range"> | undefined,
): GateResult | undefined {
  // for many it is worked out only where that costs nothing
  const few = Math.min(cases, MANY);
  if (!("operator" in gate)) {
    if (gate.figure.metric !== undefined || cases > few) return undefined;
    return noWorseGate(comparePaired(Array.from({ length: few }, () => ({ a: 1, b: 1 }))), gate.margin);
  }
  const rises = gate.operator.startsWith(">");
  switch (gate.figure.kind) {
    case "pass-rate":
    case "agent-pass-rate": {
      const tally = { passed: rises ? cases : 0, failed: rises ? 0 : cases, notEvaluated: 0 };
      return rateGate(tally, gate);
    }
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

const MANY = 10_000;

function ofAll(
  gate: Exclude<Gate, { margin: number }>,
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
