import type { ComparedEfficiency, MedianSide } from "../../core/analysis/comparison.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import { changeOf } from "../../statistics/comparisons/paired-difference.ts";
import { signTest } from "../../statistics/comparisons/sign-flip.ts";
import { quantileEstimate } from "../../statistics/means/quantile-interval.ts";
import { meanScore } from "../case-values.ts";
import type { CasePair } from "./pair-cases.ts";

/** Which metric knows it. */
export const efficiencyFigures = [
  { name: "cost", metric: "total_cost" },
  { name: "tokens", metric: "token_usage_v1" },
  { name: "latency", metric: "invocation_duration_v1" },
] as const;

/** Money, tokens and seconds, as far as both runs know them of the same cases. */
export function compareEfficiency(
  a: RunTable,
  b: RunTable,
  pairs: readonly CasePair[],
): readonly ComparedEfficiency[] {
  return efficiencyFigures.flatMap(({ name, metric }) => {
    const inA = placeOf(a, metric);
    const inB = placeOf(b, metric);
    if (inA === -1 || inB === -1) return [];
    const values = pairs.flatMap((pair) => {
      const before = meanScore(pair.a, inA);
      const after = meanScore(pair.b, inB);
      return before === null || after === null ? [] : [{ before, after }];
    });
    if (values.length === 0) return [];
    const differences = values.map(({ before, after }) => changeOf({ a: before, b: after }));
    const middle = quantileEstimate(differences, 0.5);
    const wins = differences.filter((each) => each < 0).length;
    const losses = differences.filter((each) => each > 0).length;
    return [
      {
        name,
        a: medianSide(values.map(({ before }) => before)),
        b: medianSide(values.map(({ after }) => after)),
        difference: {
          estimate: middle?.value ?? null,
          interval: middle?.interval ?? null,
          p: signTest(differences).p,
          method: "sign-test",
        },
        wins,
        losses,
        ties: values.length - wins - losses,
      },
    ];
  });
}

function placeOf({ metrics }: RunTable, name: string): number {
  return metrics.findIndex((metric) => metric.name === name);
}

export function medianSide(values: readonly number[]): MedianSide {
  const median = quantileEstimate(values, 0.5);
  return {
    median: median?.value ?? null,
    n: values.length,
    interval: median?.interval ?? null,
  };
}
