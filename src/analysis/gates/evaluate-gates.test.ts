import fc from "fast-check";
import { expect, test } from "vitest";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import { aTable } from "../../testing/table-builders.ts";
import { evaluateGates } from "./evaluate-gates.ts";

const passes = (passed: number, of: number) =>
  aTable(Array.from({ length: of }, (_, index) => [index < passed ? 1 : 0]));

function gate(condition: string, run: RunTable, more: { by?: "point"; baseline?: RunTable } = {}) {
  const { by = "bound", baseline } = more;
  return evaluateGates({ run, baseline, gates: { conditions: [condition], by } })[0];
}

test.each([
  ["pass-rate > 0.8", 18, 20, "undecided"],
  ["pass-rate > 0.8", 45, 50, "met"],
  ["pass-rate > 0.8", 90, 100, "met"],
  ["pass-rate > 0.9", 30, 50, "not-met"],
  ["pass-rate >= 1", 20, 20, "undecided"],
  ["pass-rate < 0.5", 2, 50, "met"],
] as const)("%s with %i of %i is %s", (condition, passed, of, outcome) => {
  expect(gate(condition, passes(passed, of))).toMatchObject({ gate: condition, outcome });
});

test("a bound is Wilson's, and says how many cases would decide", () => {
  const { bound, estimate, needed, why } = gate("pass-rate > 0.8", passes(18, 20)) ?? {};
  expect(bound).toBeCloseTo(0.73834, 5);
  expect(estimate).toBe(0.9);
  expect(needed).toBe(44);
  expect(why).toBe(
    "The pass rate is 0.900 (18 of 20), and with 95 % confidence it is at least 0.738: too close to tell. About 44 cases would decide it, if the others are like these.",
  );
});

test("a difference says of how many cases it is where the other run lacks some", () => {
  const before = passes(40, 40);
  const half = { ...before, cases: before.cases.slice(0, 30) };
  expect(gate("no-worse 0.5", before, { baseline: half })?.why).toBe(
    "The difference of the pass rates is 0.000 (30 of 40 cases, which both runs have), and with 95 % confidence it is at least −0.087.",
  );
  expect(gate("no-worse 0.5", before, { baseline: before })?.why).not.toContain("both runs have");
});

test("a figure has as many digits as it takes to see on which side of the gate it lies", () => {
  const close = aTable([...Array.from({ length: 2499 }, () => [1]), [0]]);
  expect(gate("pass-rate > 0.9999", close)?.why).toContain(
    "The pass rate is 0.9996 (2,499 of 2,500)",
  );
  const dollars = aTable([0.00012, 0.00014, 0.00016].map((each) => [each]));
  expect(gate("match > 0.5", dollars)?.why).toContain("The mean of match is 0.00014,");
});

test("by the point the estimate decides alone, and the bound stands beside it", () => {
  const result = gate("pass-rate >= 0.9", passes(18, 20), { by: "point" });
  expect(result).toMatchObject({ outcome: "met", estimate: 0.9 });
  expect(result?.bound).toBeCloseTo(0.73834, 5);
});

test("a metric whose scores do not spread is bounded by its range", () => {
  const run = aTable(Array.from({ length: 60 }, () => [1]));
  expect(gate("match > 0.9", run)).toMatchObject({ outcome: "met", estimate: 1 });
  expect(gate("match > 0.99", run)).toMatchObject({ outcome: "undecided" });
});

test.each([
  ["no-worse 0.05", 100, 100, "met"],
  ["no-worse 0.02", 40, 40, "undecided"],
  ["no-worse 0.05", 90, 60, "not-met"],
] as const)("%s from %i to %i of 100 is %s", (condition, before, after, outcome) => {
  const of = before === 40 ? 40 : 100;
  const result = gate(condition, passes(after, of), { baseline: passes(before, of) });
  expect(result?.outcome).toBe(outcome);
});

test.each([
  [
    [90, 92, 95],
    [60, 61, 66],
    "met",
    "The difference of seconds is −30.000, and with 95 % confidence it is at most −27.516.",
  ],
  [
    [60, 61, 66],
    [90, 92, 95],
    "not-met",
    "The difference of seconds is +30.000, and with 95 % confidence it is at least +27.516.",
  ],
] as const)("where lower is better, from %j to %j is %s", (before, after, outcome, why) => {
  const slow = (seconds: readonly number[]): RunTable => {
    const table = aTable(seconds.map((each) => [each]));
    return { ...table, metrics: [{ name: "seconds", direction: "lower", informational: false }] };
  };
  const result = gate("no-worse 1 seconds", slow(after), { baseline: slow(before) });
  expect(result).toMatchObject({ outcome, why });
});

test.each([
  ["latency-p92 < 3", "The 92nd percentile of latency"],
  ["latency-p99.9 < 3", "The 99.9th percentile of latency"],
])("%s is told of %s", (condition, noun) => {
  const { metrics, ...table } = aTable(Array.from({ length: 5 }, () => [1]));
  const named = metrics.map((each) => ({ ...each, name: "invocation_duration_v1" }));
  expect(gate(condition, { ...table, metrics: named })?.why).toContain(noun);
});

test.each([
  ["pass-rat > 0.9", "Did you mean pass-rate?"],
  ["pass-rate > 90", "Did you mean 90%?"],
  ["pass-rate > 1", "Ask for something between."],
  ["pass-rate > 120%", "Ask for something between."],
  ["pass-rate > 0.9s", "Write it as 0.9 or 90%."],
  ["no-worse 2", "Did you mean 2%?"],
  ["no-worse 1", "A gate that cannot fail says nothing."],
  ["no-worse 200%", "A gate that cannot fail says nothing."],
  ["pass-rate", "Write pass-rate > 0.9"],
  ["no-worse", "Say how much worse"],
  ["matsch > 0.5", "Did you mean match?"],
  ["cost < 0", ""],
  ["cost >= 0", "A gate that cannot fail says nothing."],
  ["latency-p95 > -1", "A gate that cannot fail says nothing."],
  ["cost < 1e999", "Write it as 2 or $2."],
  ["cost < 50%", "Write it as 2 or $2."],
  ["latency-p95 < 50%", "Write it as 3 or 3s."],
])("%s is refused in words", (condition, hint) => {
  expect(() => gate(condition, passes(1, 2), { baseline: passes(1, 2) })).toThrow(
    expect.objectContaining({
      code: "gate/invalid",
      hint: hint === "" ? undefined : expect.stringContaining(hint),
    }),
  );
});

const statuses = fc.array(fc.constantFrom(1, 0, undefined), { minLength: 1, maxLength: 60 });
const threshold = fc.integer({ min: 1, max: 99 }).map((percent) => percent / 100);

test("a case that was not evaluated can only make a gate undecided", () => {
  fc.assert(
    fc.property(statuses, threshold, fc.constantFrom(">", "<"), (given, limit, sign) => {
      const condition = `pass-rate ${sign} ${limit}`;
      const before = gate(condition, aTable(given.map((score) => [score])))?.outcome;
      const after = gate(condition, aTable([...given, undefined].map((score) => [score])))?.outcome;
      if (before === "undecided") expect(after).toBe("undecided");
      else expect([before, "undecided"]).toContain(after);
    }),
  );
});

const scores = fc.array(fc.constantFrom(1, 0.8, 0.3, 0, undefined), {
  minLength: 1,
  maxLength: 40,
});

/** What was decided before is at most undecided after. */
function expectNoNewAnswer(before: string | undefined, after: string | undefined) {
  if (before === "undecided") expect(after).toBe("undecided");
  else expect([before, "undecided"]).toContain(after);
}

test.each(["match > 0.5", "match < 0.5", "no-worse 0.1", "no-worse 0.1 match", "pass^1 > 0.5"])(
  "%s: a case that was not evaluated, or never ran, can only make it undecided",
  (condition) => {
    fc.assert(
      fc.property(scores, fc.constantFrom("bound", "point"), (given, by) => {
        const whole = aTable([...given, 0.8].map((score) => [score]));
        const baseline = aTable([...given, 0.8].map((score) => [score === undefined ? 1 : 0.5]));
        const outcome = (run: RunTable) =>
          evaluateGates({ run, baseline, gates: { conditions: [condition], by } })[0]?.outcome;
        const known = aTable(given.map((score) => [score]));
        const unevaluated = aTable([...given, undefined].map((score) => [score]));
        expectNoNewAnswer(outcome(known), outcome(unevaluated));
        expectNoNewAnswer(outcome(known), outcome({ ...known, notRun: 1 }));
        // and what came of it in the end is never the opposite of what was said before
        const [early, late] = [outcome({ ...known, notRun: 1 }), outcome(whole)];
        if (early === "met" && by === "point") expect(late).toBe("met");
        if (early === "not-met" && by === "point") expect(late).toBe("not-met");
      }),
    );
  },
);

test("the order of cases changes no answer", () => {
  const conditions = ["pass-rate > 0.5", "match > 0.5", "no-worse 0.1", "pass^1 > 0.5"];
  const clustered = { cluster: (index: number) => `c${index % 3}` };
  fc.assert(
    fc.property(scores, fc.boolean(), (given, hasClusters) => {
      const run = aTable(
        given.map((score) => [score]),
        hasClusters ? clustered : {},
      );
      const turned = { ...run, cases: run.cases.toReversed() };
      const baseline = aTable(given.map(() => [0.5]));
      const rounded = (each: number | null) => (each === null ? null : each.toFixed(9));
      const [one, other] = [run, turned].map((table) =>
        evaluateGates({ run: table, baseline, gates: { conditions, by: "bound" } }).map(
          ({ outcome, estimate, bound }) => [outcome, rounded(estimate), rounded(bound)],
        ),
      );
      expect(other).toEqual(one);
    }),
  );
});

test("cases that never asked a metric have no say in its mean", () => {
  const run = aTable(Array.from({ length: 60 }, (_, index) => [index < 30 ? 1 : undefined]));
  const gap = gate("match > 0.9", run);
  expect(gap).toMatchObject({ outcome: "undecided", estimate: 1 });
  expect(gap?.why).toContain(
    "30 of 60 cases have no score; it would be decided if they came out like the others.",
  );
  const cases = run.cases.map((each) => ({
    ...each,
    trials: each.trials.map(({ unscored: _, ...trial }) => trial),
  }));
  expect(gate("match > 0.9", { ...run, cases })).toMatchObject({ outcome: "met", estimate: 1 });
});

test("gates on the agent leave out what was not its doing, and say how many", () => {
  const run = passes(45, 55);
  const excused = new Set(run.cases.slice(45).map(caseKeyOf));
  const request = { gates: { conditions: ["agent-pass-rate > 0.9"], by: "bound" }, run } as const;
  expect(evaluateGates(request)[0]).toMatchObject({ outcome: "not-met", excused: 0 });
  const [own] = evaluateGates({ ...request, excused });
  expect(own).toMatchObject({ outcome: "met", estimate: 1, excused: 10 });
  expect(own?.why).toContain("(45 of 45; 10 left out, which were not the agent's doing)");
});

test.each(["cost <= 0.3", "cost < 0.3"])("three times ten cents is thirty: %s", (condition) => {
  const run = aTable([[0.1], [0.1], [0.1]]);
  const [metric] = run.metrics;
  const costs = metric === undefined ? [] : [{ ...metric, name: "total_cost" }];
  const { outcome } = gate(condition, { ...run, metrics: costs }) ?? {};
  expect(outcome).toBe(condition.includes("=") ? "met" : "not-met");
});

test("a percentage is the number it says: 29.1 % is 0.291", () => {
  const run = passes(291, 1000);
  expect(gate("pass-rate >= 29.1%", run, { by: "point" })).toMatchObject({ outcome: "met" });
  expect(gate("pass-rate > 29.1%", run, { by: "point" })).toMatchObject({ outcome: "not-met" });
  expect(gate("pass-rate >= 2.91e1%", run, { by: "point" })).toMatchObject({ outcome: "met" });
});

test("costs that are not known leave it open, unless what is known is too much", () => {
  const run = passes(2, 2);
  const paid = (cost: number | undefined) => ({
    ...run,
    modelCalls: { calls: 1, input: 1, output: 1, cost },
  });
  expect(gate("cost < 2", paid(1.5))).toMatchObject({ outcome: "met", estimate: 1.5 });
  expect(gate("cost < 2", paid(2.5))).toMatchObject({ outcome: "not-met" });
  expect(gate("cost < 2", paid(undefined))).toMatchObject({ outcome: "undecided", needed: null });
  expect(gate("cost < 2", { ...paid(1), notRun: 1 })).toMatchObject({ outcome: "undecided" });
  expect(gate("cost < 2", { ...paid(3), notRun: 1 })).toMatchObject({ outcome: "not-met" });
});

test("that every trial passes is a rate of cases; fewer of them are a mean", () => {
  const run = aTable(Array.from({ length: 20 }, (_, index) => (index < 18 ? [1, 1] : [1, 0])));
  expect(gate("pass^2 > 0.8", run)).toMatchObject({
    outcome: "undecided",
    estimate: 0.9,
    bound: expect.closeTo(0.73834, 5),
    needed: 44,
  });
  expect(gate("pass^1 > 0.8", run)).toMatchObject({ outcome: "met", estimate: 0.95 });
  const known = aTable([[0, undefined], ...Array.from({ length: 19 }, () => [1, 1])]);
  expect(gate("pass^2 > 0.5", known)).toMatchObject({ outcome: "met", estimate: 0.95 });
  const open = aTable([[1, undefined], ...Array.from({ length: 19 }, () => [1, 1])]);
  expect(gate("pass^2 > 0.85", open)?.why).toContain("1 of 20 cases was not evaluated");
});

test("cases that neither run evaluated keep no-worse open, and are counted", () => {
  const shared = Array.from({ length: 300 }, () => [1]);
  const open = Array.from({ length: 60 }, () => [undefined]);
  const gates = { conditions: ["no-worse 0.05"], by: "bound" } as const;
  const whole = evaluateGates({ run: aTable(shared), baseline: aTable(shared), gates });
  const holed = aTable([...shared, ...open]);
  const [result] = evaluateGates({ run: holed, baseline: holed, gates });
  expect(whole[0]?.outcome).toBe("met");
  expect(result?.outcome).toBe("undecided");
  expect(result?.why).toContain("60");
});
