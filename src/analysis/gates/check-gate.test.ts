import { expect, test } from "vitest";
import { checkGates, refuseChosenCases } from "./check-gate.ts";

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

test("cases that were chosen by how they came out before answer no gate", () => {
  const { gates } = checkGates(["pass-rate > 0.5", "no-worse 0.1"], run);
  const chosen = { options: { failedIn: "before" } };
  expect(() => refuseChosenCases(gates, chosen, undefined)).toThrow(/had not passed before/);
  expect(() => refuseChosenCases(gates, {}, chosen)).toThrow(/"no-worse 0.1".*compares with/);
  expect(() => refuseChosenCases(gates.slice(0, 1), {}, chosen)).not.toThrow();
  expect(() => refuseChosenCases(gates, {}, {})).not.toThrow();
});

test("a count that may be as large as it likes can be over anything, which is said to be worse", () => {
  const metric = { name: "tool_call_count_v1", direction: "lower", range: { min: 0 } } as const;
  const run = { metrics: [metric], trials: 1, cases: 40, by: "bound" } as const;
  expect(checkGates(["tool_call_count_v1 > 3"], run).notes).toEqual([
    'Of tool_call_count_v1, lower is better: the gate "tool_call_count_v1 > 3" is met when it is worse.',
  ]);
  expect(() => checkGates(["tool_call_count_v1 < 0"], run)).toThrow("Nobody can meet it");
  expect(() => checkGates(["tool_call_count_v1 >= 0"], run)).toThrow("Every run meets it");
});

test("a margin that bears every loss is refused, as is any other gate that cannot fail", () => {
  const metric = { name: "match", direction: "higher", range: { min: 0, max: 1 } } as const;
  const endless = { name: "seconds", direction: "lower", range: { min: 0 } } as const;
  const run = { metrics: [metric, endless], trials: 1, cases: 40, by: "bound" } as const;
  expect(() => checkGates(["no-worse 1 match"], run)).toThrow("match cannot lose more than 1");
  expect(() => checkGates(["no-worse 2"], run)).toThrow("Every run meets it");
  expect(() => checkGates(["no-worse 0.5 match", "no-worse 9s seconds"], run)).not.toThrow();
});
