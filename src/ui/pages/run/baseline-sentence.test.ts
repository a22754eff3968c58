import { expect, test } from "vitest";
import type { Comparison } from "../../../core/analysis/comparison.ts";
import { baselineSentence } from "./baseline-sentence.ts";

const figure = (mean: number) => ({ n: 9895, mean });

test("what is worse by little is told with the digits in which it is", () => {
  const comparison = {
    verdict: "no-evidence",
    warnings: [],
    passRate: { a: figure(0.67), b: figure(0.67), difference: { estimate: 0, interval: null } },
    metrics: [
      {
        name: "response_latency",
        verdict: "worse",
        a: figure(0.0003),
        b: figure(0.00058),
        difference: { estimate: 0.00028, interval: [0.00019, 0.00037], pAdjusted: 0 },
      },
    ],
  } as unknown as Comparison;
  expect(baselineSentence(comparison, "736b")).toContain(
    "is worse than 736b: +0.00028 (95% interval +0.00019 to +0.00037, 9,895 cases).",
  );
});
