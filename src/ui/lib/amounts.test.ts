import { expect, test } from "vitest";
import { countText, dollarsText } from "./amounts.ts";

test("what cost something is never said to have cost nothing", () => {
  const texts = [0, 0.000_000_4, 0.000_009, 0.000_09, 0.004, 0.05, 1.234].map(dollarsText);
  expect(texts).toEqual(["$0", "< $0.00001", "$0.00001", "$0.00009", "$0.004", "$0.050", "$1.23"]);
});

test("large amounts are short, and large sums can be read", () => {
  expect([640, 13_900, 353_000, 1_200_000, 9_548_000_000].map(countText)).toEqual([
    "640",
    "13.9k",
    "353k",
    "1.2M",
    "9.5B",
  ]);
  expect([12.3, 999.99, 2867.62].map(dollarsText)).toEqual(["$12.30", "$999.99", "$2,868"]);
});
