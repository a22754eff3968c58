import type { RunTable, TableCase } from "../../core/folds/run-table.ts";
import type { Direction } from "../../core/verdict.ts";
import type { PairedComparison } from "../../statistics/comparisons/compare-paired.ts";
import { type GateResult, pointGate } from "../../statistics/gates/comparison.ts";
import { noWorseGate } from "../../statistics/gates/no-worse-gate.ts";
import { meanScore, passedShare } from "../case-values.ts";
import { compareFigure } from "../compare/compare-figures.ts";
import { pairCases } from "../compare/pair-cases.ts";
import { needMetric } from "./check-gate.ts";
import type { EvaluateGatesRequest } from "./gate-request.ts";
import { type NoWorseGate, refused } from "./parse-gate.ts";

/** Whether the run is shown to be no worse than its baseline, by more than the margin. */
export function measureNoWorse(gate: NoWorseGate, request: EvaluateGatesRequest): GateResult {
  const { run, baseline, gates } = request;
  if (baseline === undefined) {
    throw refused(gate.text, "There is no run to compare with", "Name one:  --baseline RUN");
  }
  const figure = figureOf(gate, run, baseline);
  const { pairs } = pairCases(baseline, run);
  const single = baseline.about.trials === 1 && run.about.trials === 1;
  const compare = (missing: number | null): PairedComparison | null =>
    compareFigure({
      pairs,
      valuesOf: (pair) => ({ a: figure.before(pair.a), b: figure.after(pair.b) ?? missing }),
      direction: figure.direction,
      single,
    });
  const compared = compare(null);
  const [worst, best] = figure.ends;
  const isWhole = pairs.every(({ b }) => figure.after(b) !== null);
  const options = isWhole
    ? {}
    : {
        // where nobody knows how bad it could be, what was not evaluated leaves it open
        worst: worst === null ? null : compare(worst),
        best: best === null ? null : compare(best),
      };
  const result = noWorseGate(compared, gate.margin, { better: figure.direction, ...options });
  if (gates.by !== "point") return result;
  const comparison =
    figure.direction === "higher"
      ? ({ operator: ">=", threshold: -gate.margin } as const)
      : ({ operator: "<=", threshold: gate.margin } as const);
  return { ...pointGate(result.estimate, comparison), bound: result.bound };
}

interface NoWorseFigure {
  readonly before: (each: TableCase) => number | null;
  readonly after: (each: TableCase) => number | null;
  readonly direction: Direction;
  /** The worst and the best that a case could have been; null where that has no end. */
  readonly ends: readonly [worst: number | null, best: number | null];
}

function figureOf(gate: NoWorseGate, run: RunTable, baseline: RunTable): NoWorseFigure {
  const { metric } = gate.figure;
  if (metric === undefined) {
    return { before: passedShare, after: passedShare, direction: "higher", ends: [0, 1] };
  }
  const inRun = needMetric(run, metric, gate.text);
  const inBaseline = needMetric(baseline, metric, gate.text);
  const { direction = "higher", range } = run.metrics[inRun] ?? {};
  const [low, high] = [range?.min ?? null, range?.max ?? null];
  return {
    before: (each) => meanScore(each, inBaseline),
    after: (each) => meanScore(each, inRun),
    direction,
    ends: direction === "higher" ? [low, high] : [high, low],
  };
}
