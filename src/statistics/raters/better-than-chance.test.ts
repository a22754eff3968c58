import fc from "fast-check";
import { expect, test } from "vitest";
import { chanceOfGuessing, isBetterThanChance } from "./better-than-chance.ts";

function verdicts(passesCalledPass: number, failsCalledPass: number) {
  return { passes: 5, fails: 5, passesCalledPass, failsCalledPass };
}

test("nine of ten balanced questions are clearly better than chance, eight are not", () => {
  expect(isBetterThanChance(verdicts(5, 0))).toBe(true);
  expect(isBetterThanChance(verdicts(5, 1))).toBe(true);
  expect(isBetterThanChance(verdicts(4, 0))).toBe(true);
  expect(isBetterThanChance(verdicts(4, 1))).toBe(false);
  expect(isBetterThanChance(verdicts(5, 2))).toBe(false);
});

test("the chance is that of Fisher's exact test", () => {
  expect(chanceOfGuessing(verdicts(5, 0))).toBeCloseTo(1 / 252, 12);
  expect(chanceOfGuessing(verdicts(5, 1))).toBeCloseTo(5 / 210, 12);
  expect(chanceOfGuessing(verdicts(4, 1))).toBeCloseTo(26 / 252, 12);
});

test("whoever always says the same is never better than chance, however lopsided the questions", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), fc.boolean(), (passes, fails, says) => {
      const passesCalledPass = says ? passes : 0;
      const failsCalledPass = says ? fails : 0;
      expect(isBetterThanChance({ passes, fails, passesCalledPass, failsCalledPass })).toBe(false);
    }),
  );
});
