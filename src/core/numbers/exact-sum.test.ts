import fc from "fast-check";
import { expect, test } from "vitest";
import { exactSum } from "./exact-sum.ts";

function sumOf(values: readonly number[]): number {
  const sum = exactSum();
  for (const value of values) sum.add(value);
  return sum.value();
}

test("no digit is lost on the way", () => {
  expect(sumOf(Array.from({ length: 10 }, () => 0.1))).toBe(1);
  expect(sumOf([1e16, 1, -1e16])).toBe(1);
  expect(sumOf([])).toBe(0);
});

test("the order of the numbers changes nothing", () => {
  const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { maxLength: 30 });
  fc.assert(
    fc.property(values, (all) => {
      const sum = sumOf(all);
      expect(sumOf(all.toReversed()) === sum).toBe(true);
      expect(sumOf(all.toSorted((a, b) => a - b)) === sum).toBe(true);
    }),
  );
});
