import { expect, test } from "vitest";
import { exactMean, naiveMean, roundToThousandths } from "./mean.ts";

// every outcome of this file is what Python's statistics.mean and round give

test("the naive mean adds from left to right", () => {
  expect(naiveMean([0.8, 0.8, 0.8])).toBe(0.8000000000000002);
  expect(naiveMean([0.7, 0.7, 0.7])).toBe(0.6999999999999998);
  expect(naiveMean([])).toBeUndefined();
});

test.each<[readonly number[], number]>([
  [[0.1, 0.2, 0.3], 0.2],
  [[0.8, 0.8, 0.8], 0.8],
  [[0.2, 0.4], 0.30000000000000004],
  [[1e16, 1, -1e16], 1 / 3],
  [[1.5e308, 1.7e308], 1.6e308],
  [[5e-324, 0], 0],
  [[5e-324, 1e-323], 1e-323],
  [[-5e-324, -1e-323], -1e-323],
  [[1, -1], 0],
  [[2 ** -1022, 5e-324, 5e-324], 7.416912861690675e-309],
])("the exact mean of %j is %d", (values, mean) => {
  expect(exactMean(values)).toBe(mean);
});

test("nothing has no mean, and what is not finite has none either", () => {
  expect(exactMean([])).toBeUndefined();
  expect(() => exactMean([1, Number.NaN])).toThrow(RangeError);
});

test("the exact mean of very many numbers does not run out of stack", () => {
  expect(exactMean(Array.from({ length: 200_000 }, () => 0.1))).toBe(0.1);
});

test.each([
  [0.0625, 0.062],
  [2.0625, 2.062],
  [0.1875, 0.188],
  [1.23456, 1.235],
  [-0.0625, -0.062],
  [1.0005, 1.0],
  [2.6755, 2.675],
  [1e300, 1e300],
  [0.0004, 0],
])("%d rounds to %d", (value, rounded) => {
  expect(roundToThousandths(value)).toBe(rounded);
});
