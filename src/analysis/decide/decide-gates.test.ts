import fc from "fast-check";
import { expect, test } from "vitest";
import type { RunTable } from "../../core/folds/run-table.ts";
import { mulberry32 } from "../../statistics/index.ts";
import { aTable, type Score } from "../../testing/table-builders.ts";
import { decideGates } from "./decide-gates.ts";
import { earlyDecision } from "./early-decision.ts";
import { randomRank } from "./random-order.ts";

const by = "bound" as const;
const seed = 7;

function held(run: RunTable, conditions: readonly string[], baseline?: RunTable) {
  return decideGates({ run, baseline, gates: { conditions, by }, seed });
}

/** The first cases in the order of the run, the others not run. */
function firstOf(run: RunTable, count: number): RunTable {
  const rank = randomRank(seed);
  const first = run.cases.toSorted((a, b) => rank(a) - rank(b)).slice(0, count);
  return { ...run, cases: first, notRun: run.cases.length - count };
}

function scores(count: number, score: (index: number) => Score): readonly Score[][] {
  return Array.from({ length: count }, (_, index) => [score(index)]);
}

test("a gate is decided by the cases that had been looked at, and what ran ahead changes nothing", () => {
  const run = aTable(scores(200, () => 1));
  const { gates, decided } = held(firstOf(run, 40), ["pass-rate > 0.8"]);
  expect(decided).toMatchObject({ after: 29, outcome: "met", saved: { cases: 160 } });
  expect(gates).toMatchObject([{ outcome: "met", estimate: 1 }]);
  expect(gates[0]?.why).toContain("(29 of 29)");
  expect(held(firstOf(run, 29), ["pass-rate > 0.8"]).gates).toEqual(gates);
  // all of it was run, so nothing was saved
  expect(held(run, ["pass-rate > 0.8"])).toEqual({ gates });
});

test.each([
  ["pass-rate > 0.8", () => 0, "not-met"],
  ["match > 0.7", (index: number) => 0.8 + (index % 3) / 10, "met"],
  ["match > 0.7", (index: number) => (index % 4) / 10, "not-met"],
  ["match < 0.7", (index: number) => (index % 4) / 10, "met"],
] as const)("%s comes to an end before the last case", (gate, score, outcome) => {
  const run = firstOf(aTable(scores(400, score)), 100);
  const { gates, decided } = held(run, [gate]);
  expect(gates[0]?.outcome).toBe(outcome);
  expect(decided?.outcome).toBe(outcome);
  expect(decided?.after).toBeLessThan(100);
});

test("pass^k is looked at by cases, each with all its trials", () => {
  const trials = Array.from({ length: 60 }, () => [1, 1, 1]);
  expect(held(firstOf(aTable(trials), 50), ["pass^3 > 0.7"]).decided).toMatchObject({
    outcome: "met",
    saved: { cases: 10, conversations: 30 },
  });
});

test("no worse than the baseline: by the same cases, in either direction", () => {
  const before = aTable(scores(400, (index) => (index % 10 === 0 ? 0 : 1)));
  const same = held(firstOf(before, 350), ["no-worse 0.1"], before);
  expect(same.decided?.outcome).toBe("met");
  const worse = aTable(scores(400, (index) => (index % 3 === 0 ? 0 : 1)));
  const lost = held(firstOf(worse, 350), ["no-worse 0.02"], before);
  expect(lost).toMatchObject({ decided: { outcome: "not-met" }, gates: [{ outcome: "not-met" }] });
  expect(lost.gates[0]?.estimate).toBeLessThan(-0.1);
  expect(lost.gates[0]?.bound).toBeLessThan(-0.02);
});

test("the bound is the end of the interval that decided", () => {
  const low = aTable(scores(400, (index) => (index % 4) / 10));
  const [lost] = held(low, ["match > 0.7"]).gates;
  expect(lost?.bound).toBeGreaterThan(lost?.estimate ?? 1);
  expect(lost?.bound).toBeLessThan(0.7);
  const [kept] = held(low, ["match < 0.7"]).gates;
  expect(kept?.bound).toBe(lost?.bound);
  const [met] = held(low, ["match > 0.05"]).gates;
  expect(met?.bound).toBeLessThan(met?.estimate ?? 0);
});

test("as many cases are needed as the evidence is short of the bar", () => {
  const some = (count: number) => aTable(scores(count, (index) => 0.55 + (index % 3) / 10));
  const [open] = held(some(30), ["match > 0.6"]).gates;
  expect(open?.outcome).toBe("undecided");
  const needed = open?.needed ?? 0;
  expect(needed).toBeGreaterThan(30);
  expect(held(some(3 * needed), ["match > 0.6"]).gates[0]?.outcome).toBe("met");
  expect(held(some(Math.floor(needed / 3)), ["match > 0.6"]).gates[0]?.outcome).toBe("undecided");
});

test("where less is better, more is the loss", () => {
  const lower = (run: RunTable): RunTable => ({
    ...run,
    metrics: run.metrics.map((metric) => ({ ...metric, direction: "lower" })),
  });
  const before = lower(aTable(scores(400, (index) => 0.3 + (index % 3) / 10)));
  const more = lower(aTable(scores(400, (index) => 0.6 + (index % 3) / 10)));
  const gates = ["no-worse 0.05 match"];
  expect(held(more, gates, before).gates[0]).toMatchObject({
    outcome: "not-met",
    estimate: expect.closeTo(0.3, 9),
  });
  expect(held(before, gates, more).gates[0]).toMatchObject({
    outcome: "met",
    estimate: expect.closeTo(-0.3, 9),
  });
});

test("one gate that is not met decides for all, and the others are left open", () => {
  const run = firstOf(aTable(scores(100, () => 0)), 30);
  const { gates, decided } = held(run, ["pass-rate > 0.8", "latency-p95 < 3"]);
  expect(decided?.outcome).toBe("not-met");
  expect(gates.map(({ outcome }) => outcome)).toEqual(["not-met", "undecided"]);
  expect(gates[1]?.why).toContain("The run ended before it could be told");
});

test("a gate that only the end can tell keeps a run going", () => {
  const early = earlyDecision({
    run: aTable([]),
    conditions: ["pass-rate > 0.8", "latency-p95 < 3"],
    isClustered: false,
  });
  for (const each of aTable(scores(300, () => 1)).cases) early.add(each);
  expect(early.decided).toBeUndefined();
});

test("a ceiling for costs waits for nobody, and decides once it is passed", () => {
  const asked = {
    run: aTable([]),
    conditions: ["pass-rate > 0.8", "cost < 2"],
    isClustered: false,
  };
  const kept = earlyDecision(asked);
  for (const each of aTable(scores(40, () => 1)).cases) kept.add(each);
  expect(kept.decided).toMatchObject({ outcome: "met" });
  const passed = earlyDecision(asked);
  passed.spend(1.99);
  expect(passed.decided).toBeUndefined();
  passed.spend(2);
  expect(passed.decided).toEqual({ after: 0, outcome: "not-met" });
});

test("what was under way when the others were met may break the ceiling, and then nothing was met", () => {
  const { modelCalls, ...run } = firstOf(aTable(scores(200, () => 1)), 40);
  const paid = { ...run, modelCalls: { ...modelCalls, calls: 40, cost: 2.5 } };
  const { gates, decided } = held(paid, ["pass-rate > 0.8", "cost < 2"]);
  expect(gates.map(({ outcome }) => outcome)).toEqual(["met", "not-met"]);
  expect(decided).toMatchObject({ after: 40, outcome: "not-met" });
});

test("cases that belong together are only told at the end, by the interval that is looked at once", () => {
  const cluster = (index: number) => `film ${index % 20}`;
  const run = aTable(
    scores(200, () => 1),
    { cluster },
  );
  const { gates, decided } = held(firstOf(run, 100), ["pass-rate > 0.8"]);
  expect([decided, gates[0]?.outcome]).toEqual([undefined, "undecided"]);
  expect(held(run, ["pass-rate > 0.8"]).gates[0]).toMatchObject({ outcome: "met" });
});

test("what was looked at after every case takes more than what is looked at once", () => {
  const run = aTable(scores(50, (index) => (index % 10 === 0 ? 0 : 1)));
  const [gate] = held(run, ["pass-rate > 0.8"]).gates;
  expect(gate).toMatchObject({ outcome: "undecided", estimate: 0.9 });
  expect(gate?.needed).toBeGreaterThan(50);
  expect(gate?.why).toContain("looked at after each of 50 cases");
});

test("cases that were not evaluated can only keep it open", () => {
  const some = fc.array(fc.constantFrom<Score>(0, 1, undefined), { minLength: 5, maxLength: 120 });
  const conditions = fc.constantFrom("pass-rate > 0.5", "match > 0.5", "match < 0.4");
  fc.assert(
    fc.property(some, conditions, fc.constantFrom<Score>(0, 1), (values, gate, otherwise) => {
      const open = held(aTable(values.map((value) => [value])), [gate]).gates[0]?.outcome;
      if (open === "undecided") return;
      const full = values.map((value) => [value ?? otherwise]);
      expect(held(aTable(full), [gate]).gates[0]?.outcome).toBe(open);
    }),
    { numRuns: 60 },
  );
});

test("an order hangs on seed and case alone, and is no order of the file", () => {
  const keys = Array.from({ length: 500 }, (_, i) => ({ evalSetId: "set", evalId: `case ${i}` }));
  const rank = randomRank(3);
  const ordered = keys.toSorted((a, b) => rank(a) - rank(b));
  const other = randomRank(3);
  expect(keys.toReversed().toSorted((a, b) => other(a) - other(b))).toEqual(ordered);
  expect(new Set(keys.map(rank)).size).toBe(500);
  const another = randomRank(4);
  expect(keys.toSorted((a, b) => another(a) - another(b))).not.toEqual(ordered);
  // the first half of the file is not early, over many seeds
  const early = Array.from({ length: 400 }, (_, at) => {
    const of = randomRank(at + 1);
    const first = keys.toSorted((a, b) => of(a) - of(b))[0];
    return keys.indexOf(first as (typeof keys)[number]) < 250;
  }).filter(Boolean).length;
  expect(early).toBeGreaterThan(150);
  expect(early).toBeLessThan(250);
});

test("looked at on the way and read back at the end, a run says the same", () => {
  const random = mulberry32(11);
  for (let time = 0; time < 20; time += 1) {
    const chance = 0.6 + 0.4 * random();
    const run = aTable(scores(150, () => (random() < chance ? 1 : 0)));
    const early = earlyDecision({ run, conditions: ["pass-rate > 0.8"], isClustered: false });
    const rank = randomRank(seed);
    for (const each of run.cases.toSorted((a, b) => rank(a) - rank(b))) early.add(each);
    const told = held(firstOf(run, early.decided?.after ?? 150), ["pass-rate > 0.8"]);
    expect(told.gates[0]?.outcome).toBe(early.decided?.outcome ?? "undecided");
  }
});
