import fc from "fast-check";
import { expect, test } from "vitest";
import type { CaseRow, TrialStatus } from "../../core/folds/case-row.ts";
import { aRunStart } from "../../testing/builders.ts";
import { runReliability } from "./run-reliability.ts";

const statuses: Readonly<Record<string, TrialStatus>> = {
  "1": "passed",
  "0": "failed",
  "-": "not-evaluated",
};

function row(pattern: string, index: number): CaseRow {
  const trialStatuses = [...pattern].map((mark) => statuses[mark] ?? "not-evaluated");
  return {
    evalSetId: "set",
    evalId: `case ${index}`,
    index,
    status: trialStatuses[0] ?? "failed",
    flaky: new Set(trialStatuses).size > 1,
    trials: trialStatuses.length,
    trialsPassed: trialStatuses.filter((status) => status === "passed").length,
    trialStatuses,
  };
}

function told(...patterns: readonly string[]) {
  const { about } = aRunStart({ trials: patterns[0]?.length ?? 1 });
  return runReliability({ about, cases: patterns.map(row) });
}

test("the vector of repeated trials: ICC 0.4667, and flaky cases by their pattern", () => {
  const found = told("1101", "0000", "1111", "0100", "1011");
  expect(found?.intraclassCorrelation).toBeCloseTo(0.4666666667, 9);
  expect(found?.sentence).toMatch(/^The repeats differ more than the cases \(ICC 0\.47\)/);
  expect(found?.flaky).toMatchObject([
    { evalId: "case 0", pattern: "✓✓✗✓", passed: 3, evaluated: 4 },
    { evalId: "case 3", pattern: "✗✓✗✗", passed: 1 },
    { evalId: "case 4", pattern: "✓✗✓✓", passed: 3 },
  ]);
  expect(found?.chances.map(({ k }) => k)).toEqual([1, 2, 3, 4]);
});

test("pass^4 and pass@4 of eight trials are those of the vectors", () => {
  const found = told("11111111", "11111100", "11110000", "00000000", "11111110");
  expect(found?.chances[3]?.passHatK?.mean).toBeCloseTo(0.3457142857, 9);
  expect(found?.chances[3]?.passAtK?.mean).toBeCloseTo(0.7971428571, 9);
});

test("cases that differ more than their repeats are told so", () => {
  expect(told("1111", "0000", "1111", "0001")?.sentence).toMatch(
    /^The cases differ more than the repeats/,
  );
});

test("the cases and the repeats part at half of the variance", () => {
  const above = told("000", "000", "001", "011", "111");
  const below = told("000", "000", "001", "001", "111");
  expect(above?.intraclassCorrelation).toBeCloseTo(0.52, 9);
  expect(above?.sentence).toMatch(/^The cases differ more than the repeats/);
  expect(below?.intraclassCorrelation).toBeCloseTo(11 / 23, 9);
  expect(below?.sentence).toMatch(/^The repeats differ more than the cases/);
});

test("a run that has ended no case has no reliability", () => {
  expect(runReliability({ about: aRunStart({ trials: 3 }).about, cases: [] })).toBeUndefined();
});

test("where repeating changed nothing, that is said", () => {
  expect(told("11", "00")?.sentence).toMatch(/^Repeating changed nothing/);
});

test("a run without repeats has no reliability", () => {
  expect(told("1", "0")).toBeUndefined();
});

test("a trial that was not evaluated counts as neither, and leaves pass^k unknown where it is missing", () => {
  const found = told("1-", "11");
  expect(found?.chances).toMatchObject([
    { k: 1, passHatK: { mean: 1, n: 2 }, tooFewTrials: 0 },
    { k: 2, passHatK: { mean: 1, n: 1 }, tooFewTrials: 1 },
  ]);
  expect(told("--", "--")).toMatchObject({
    chances: [
      { k: 1, passHatK: null, passAtK: null, tooFewTrials: 2 },
      { k: 2, passHatK: null },
    ],
    sentence: null,
  });
});

test("no order of the cases changes a number", () => {
  const patterns = fc.array(fc.stringMatching(/^[01-]{3}$/), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(patterns, (given) => {
      const [one, other] = [told(...given), told(...given.toReversed())];
      expect(other?.intraclassCorrelation ?? 0).toBeCloseTo(one?.intraclassCorrelation ?? 0, 9);
      for (const [at, chance] of (one?.chances ?? []).entries()) {
        const mean = chance.passHatK?.mean ?? -1;
        expect(other?.chances[at]?.passHatK?.mean ?? -1).toBeCloseTo(mean, 9);
      }
    }),
  );
});
