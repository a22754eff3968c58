import fc from "fast-check";
import { expect, test } from "vitest";
import { bettingProcess } from "./betting.ts";

const range = [0, 1] as const;

function played(values: readonly number[], threshold: number) {
  const process = bettingProcess({ threshold, range });
  for (const value of values) process.add(value);
  return process;
}

test("a mean far from the threshold is shown on its side, one beside it is not", () => {
  const many = (value: number) => Array.from({ length: 60 }, () => value);
  expect(played(many(0.9), 0.5).decided).toBe("above");
  expect(played(many(0.1), 0.5).decided).toBe("below");
  expect(played(many(0.5), 0.5)).toMatchObject({ decided: null, above: 1, below: 1 });
});

test("seen in a mirror, above is below", () => {
  const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });
  const threshold = fc.double({ min: 0.05, max: 0.95, noNaN: true });
  fc.assert(
    fc.property(values, threshold, (given, mean) => {
      const one = played(given, mean);
      const mirrored = given.map((value) => 1 - value);
      const other = played(mirrored, 1 - mean);
      expect(Math.log(other.below)).toBeCloseTo(Math.log(one.above), 6);
      expect(Math.log(other.above)).toBeCloseTo(Math.log(one.below), 6);
    }),
  );
});

test("no single case ends the game: half of the stake is always left", () => {
  const process = bettingProcess({ threshold: 0.9, range });
  process.add(0);
  for (let time = 0; time < 200; time += 1) process.add(1);
  expect(process.decided).toBe("above");
});

test("what lies outside of the range is refused", () => {
  expect(() => bettingProcess({ threshold: 1, range })).toThrow(RangeError);
  expect(() => played([1.1], 0.5)).toThrow(RangeError);
});
