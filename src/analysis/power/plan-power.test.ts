import fc from "fast-check";
import { expect, test } from "vitest";
import type { RunTable } from "../../core/folds/run-table.ts";
import { mulberry32 } from "../../statistics/index.ts";
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
