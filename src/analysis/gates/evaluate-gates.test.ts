import fc from "fast-check";
import { expect, test } from "vitest";
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
  ["pass-rat > 0.9", "Did you mean pass-rate?"],
  ["pass-rate > 90", "Did you mean 90%?"],
  ["pass-rate > 1", "A rate lies between 0 and 1."],
  ["pass-rate", "Write pass-rate > 0.9"],
  ["no-worse", "Say how much worse"],
  ["matsch > 0.5", "Did you mean match?"],
  ["cost < 0", ""],
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
