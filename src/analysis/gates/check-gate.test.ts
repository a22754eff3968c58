import { expect, test } from "vitest";
import { checkGates } from "./check-gate.ts";

const run = { metrics: [], trials: 1, cases: 40, by: "bound" } as const;

test("a set that is too small for a rate is told how many cases that takes", () => {
  expect(checkGates(["pass-rate > 0.95"], run).notes).toEqual([
    'The gate "pass-rate > 0.95" cannot be met with 40 cases, even if all goes well: that takes at least 52.',
  ]);
  expect(checkGates(["pass-rate > 0.9"], run).notes).toEqual([]);
});

test("of a baseline only runs that come out alike are spoken of: a better one may show it sooner", () => {
  expect(checkGates(["no-worse 0.02"], run).notes).toEqual([
    'The gate "no-worse 0.02" stays undecided where 40 cases come out alike in both runs: that takes at least 137.',
  ]);
});
