import { expect, test } from "vitest";
import { dollarsText } from "./amounts.ts";

test("what cost something is never said to have cost nothing", () => {
  const texts = [0, 0.000_000_4, 0.000_009, 0.000_09, 0.004, 0.05, 1.234].map(dollarsText);
  expect(texts).toEqual(["$0", "< $0.00001", "$0.00001", "$0.00009", "$0.004", "$0.050", "$1.23"]);
});
