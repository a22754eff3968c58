import { expect, test } from "vitest";
import { grouped } from "./grouped.ts";

test("thousands of a count are told apart", () => {
  expect(grouped(640)).toBe("640");
  expect(grouped(10_000)).toBe("10,000");
  expect(grouped(1_234_567)).toBe("1,234,567");
});

test("what is no whole number keeps its digits", () => {
  expect(grouped(1234.56789)).toBe("1234.56789");
});
