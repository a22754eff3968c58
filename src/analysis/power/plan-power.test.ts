import fc from "fast-check";
import { expect, test } from "vitest";
import type { RunTable } from "../../core/folds/run-table.ts";
import { mulberry32, plannedCases, plannedPairs } from "../../statistics/index.ts";
import { aTable, type Score } from "../../testing/table-builders.ts";
import { planPower } from "./plan-power.ts";

const assumed = { betweenCases: 1 / 9, withinCases: 1 / 6 };

/** Cases whose chances lie anywhere, run so often. */
function someRun(cases: number, trials: number, seed: number, hash?: string): RunTable {
  const random = mulberry32(seed);
  const chances = Array.from({ length: cases }, mulberry32(7));
  const table = aTable(
    chances.map((chance) => Array.from({ length: trials }, () => (random() < chance ? 1 : 0))),
  );
  const { about } = table;
  return { ...table, runId: `run ${seed}`, about: { ...about, agent: { name: "a", hash } } };
}

test("M13: with the spread that Miller assumes", () => {
  const casesFor = (detect: number, trials: number, spread = assumed) =>
    planPower({ detect, trials, spread }).plans[0]?.cases;
  expect(casesFor(0.03, 1, { betweenCases: 1 / 9, withinCases: 0 })).toBe(969);
  expect(casesFor(0.03, 1)).toBe(3876);
  expect(casesFor(0.03, 10)).toBe(1260);
  expect(casesFor(0.05, 1)).toBe(1396);
  expect(casesFor(0.1, 4)).toBe(153);
  const { set } = planPower({ detect: 0.05, trials: 1, spread: assumed, cases: 30 });
  expect(set?.shows[0]?.difference).toBeCloseTo(0.3409980935, 9);
});

test("without an earlier run it assumes that spread, and says so", () => {
  const plan = planPower({ detect: 0.05 });
  expect(plan.spread).toMatchObject({ source: "assumed" });
  expect(plan.spread.betweenCases).toBeCloseTo(1 / 9, 12);
  expect(plan.spread.withinCases).toBeCloseTo(1 / 6, 12);
  expect(plan.plans.map(({ trials, cases }) => [trials, cases])).toEqual([
    [1, 1396],
    [2, 873],
    [5, 559],
    [10, 454],
  ]);
  expect(plan.plans[0]).toMatchObject({ conversations: 1396, cost: null, seconds: null });
  expect(plan.sentences.join(" ")).toMatch(/No earlier run tells the spread, so a wide one was/);
});

test("trials of earlier runs tell chance from cases", () => {
  const { spread } = planPower({ detect: 0.05, runs: [someRun(2000, 5, 1, "x")] });
  expect(spread).toMatchObject({ source: "runs", runs: 1, cases: 2000, isSplitAssumed: false });
  expect(spread.withinCases).toBeCloseTo(1 / 6, 1);
  expect(spread.betweenCases).toBeCloseTo(1 / 9, 1);
});

test("runs of an agent that did not change are trials of each other, and tell that nothing changed by them", () => {
  const runs = [someRun(2000, 1, 1, "x"), someRun(2000, 1, 2, "x")];
  expect(planPower({ detect: 0.05, runs }).spread).toMatchObject({
    isSplitAssumed: false,
    runs: 2,
  });
  const changed = planPower({
    detect: 0.2,
    runs: [someRun(500, 4, 1, "y"), someRun(500, 4, 2, "x")],
  });
  // the same chances: what differs between the two is chance
  expect(changed.spread.betweenCases).toBeLessThan(0.02);
});

test("one run of one trial leaves open what is chance, and says what was assumed", () => {
  const { spread, sentences } = planPower({ detect: 0.05, runs: [someRun(500, 1, 1)] });
  expect(spread.isSplitAssumed).toBe(true);
  expect(spread.withinCases / (spread.betweenCases * 0.75)).toBeCloseTo(2, 9);
  expect(sentences.join(" ")).toContain("A run with --num_runs 3 would tell.");
});

test("where everything passed, a rate that falls by so much still needs cases that fail", () => {
  const { plans, sentences } = planPower({
    detect: 0.05,
    trials: 1,
    runs: [aTable(Array.from({ length: 40 }, () => [1, 1]))],
  });
  expect(plans[0]?.cases).toBe(150);
  expect(sentences.join(" ")).toContain("Hardly anything differed so far");
});

test("what a conversation took tells what the plan takes", () => {
  const run = someRun(10, 1, 3);
  const paid = { ...run, modelCalls: { ...run.modelCalls, calls: 10, cost: 0.5 } };
  const [plan] = planPower({ detect: 0.05, trials: 2, runs: [paid], spread: assumed }).plans;
  expect(plan?.cost).toBeCloseTo(0.05 * 873 * 2, 9);
  const concurrency = Math.min(10, run.about.concurrency);
  expect(plan?.seconds).toBeCloseTo((873 * 2) / concurrency, 9);
});

test("a price is only told where all of it is known, and something was paid", () => {
  const run = someRun(3, 1, 3);
  const called = (...costs: readonly (number | undefined)[]): RunTable => ({
    ...run,
    metrics: [
      ...run.metrics,
      { name: "inference_call_count_v1", direction: "lower", informational: true },
      { name: "total_cost", direction: "lower", informational: true },
    ],
    cases: run.cases.map((each, at) => ({
      ...each,
      trials: each.trials.map((trial) => {
        return { ...trial, scores: [...trial.scores, 1, costs[at % costs.length]] };
      }),
    })),
  });
  const costOf = (...runs: readonly RunTable[]) =>
    planPower({ detect: 0.05, trials: 1, runs, spread: assumed }).plans[0]?.cost;
  expect(costOf(run)).toBeNull();
  expect(costOf(called(undefined))).toBeNull();
  expect(costOf(called(0.02, undefined))).toBeNull();
  expect(costOf(called(0.02))).toBeCloseTo(0.02 * 1396, 9);
  // the newest that tells
  expect(costOf(called(undefined), called(0.03), called(0.02))).toBeCloseTo(0.03 * 1396, 9);
});

test("three conversations at once take a third of the time, however many could run", () => {
  const run = someRun(3, 1, 3);
  const at = { ...run, about: { ...run.about, concurrency: 8 } };
  const [plan] = planPower({ detect: 0.05, trials: 1, runs: [at], spread: assumed }).plans;
  expect(plan?.seconds).toBeCloseTo(1396 / 3, 9);
});

test("what the cases there are show is told in words", () => {
  const words = (cases: number, detect = 0.05) =>
    planPower({ detect, spread: assumed, cases }).sentences.join(" ");
  expect(words(1)).toContain("There is 1 case, which shows no difference of any size.");
  expect(words(1396)).toContain("show a difference of 5 points or more with 1 trial");
  expect(words(1396)).not.toContain("are enough for what is asked");
  expect(words(873)).toContain("2 trials of each are enough for what is asked.");
  expect(words(100)).toContain("Trials alone do not make up for cases");
});

test("a spread of few cases is a first guess", () => {
  const guess = "That is too few cases to know a spread by";
  const words = (cases: number) =>
    planPower({ detect: 0.05, runs: [someRun(cases, 2, 1)] }).sentences.join(" ");
  expect(words(19)).toContain(guess);
  expect(words(20)).not.toContain(guess);
});

test("pairs are counted only where both runs have one trial of each case", () => {
  const reserve = (trials: number) =>
    planPower({ detect: 0.05, trials, spread: assumed }).plans[0]?.casesWithReserve;
  expect(reserve(1)).toBe(plannedPairs(4 / 9 + 0.05 ** 2, 0.05));
  const spread = { betweenCases: 1 / 9, withinA: 1 / 6, withinB: 1 / 6, trialsA: 2, trialsB: 2 };
  expect(reserve(2)).toBe(plannedCases(0.05, spread));
});

test("a baseline brings its own trials", () => {
  const baseline = someRun(10, 10, 3);
  const [plan] = planPower({ detect: 0.05, trials: 1, spread: assumed, baseline }).plans;
  expect(plan?.cases).toBe(Math.ceil(1395.3563972176 * ((1 / 9 + 1 / 60 + 1 / 6) / (4 / 9))));
});

test("a metric that no earlier run has is told with those that there are", () => {
  expect(() => planPower({ detect: 0.05, metric: "macht", runs: [someRun(3, 1, 1)] })).toThrow(
    "No earlier run has the metric macht.",
  );
  const scores: readonly Score[][] = Array.from({ length: 30 }, (_, i) => [(i % 5) / 5]);
  const { spread } = planPower({ detect: 0.05, metric: "match", runs: [aTable(scores)] });
  expect(spread.withinCases + spread.betweenCases * 0.75).toBeCloseTo((0.08 * 30) / 29, 9);
});

test("cases that belong together are planned for as what they are", () => {
  const cluster = (index: number) => `film ${Math.floor(index / 10)}`;
  const alike = Array.from({ length: 100 }, (_, i) => [Math.floor(i / 10) % 2]);
  const { spread } = planPower({ detect: 0.05, runs: [aTable(alike, { cluster })] });
  expect(spread.designEffect).toBeGreaterThan(5);
  const run = aTable(alike, { cluster });
  const { plans, set } = planPower({ detect: 0.2, trials: 1, runs: [run], cases: 2000 });
  const needed = planPower({ detect: 0.2, trials: 1, runs: [run], cases: plans[0]?.cases ?? 0 });
  // as many cases as are asked for show just what was asked
  expect(needed.set?.shows[0]?.difference).toBeCloseTo(0.2, 2);
  expect(set?.shows[0]?.difference).toBeLessThan(0.2);
});

test("smaller differences, more power and fewer trials never take fewer cases", () => {
  const share = fc.double({ min: 0.01, max: 0.5, noNaN: true });
  const trials = fc.integer({ min: 1, max: 20 });
  fc.assert(
    fc.property(
      share,
      share,
      trials,
      trials,
      fc.double({ min: 0.5, max: 0.95, noNaN: true }),
      (d1, d2, k1, k2, power) => {
        const cases = (detect: number, each: number, asked = power) =>
          planPower({ detect, trials: each, power: asked, spread: assumed }).plans[0];
        const [small, large] = [Math.min(d1, d2), Math.max(d1, d2)];
        const [few, many] = [Math.min(k1, k2), Math.max(k1, k2)];
        expect(cases(small, few)?.cases).toBeGreaterThanOrEqual(cases(large, few)?.cases ?? 0);
        expect(cases(small, few)?.cases).toBeGreaterThanOrEqual(cases(small, many)?.cases ?? 0);
        expect(cases(small, few, power)?.casesWithReserve).toBeGreaterThanOrEqual(
          cases(small, few)?.cases ?? 0,
        );
        expect(cases(small, few, 0.99)?.cases).toBeGreaterThanOrEqual(
          cases(small, few)?.cases ?? 0,
        );
      },
    ),
  );
});
