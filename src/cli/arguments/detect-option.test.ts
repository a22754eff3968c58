import { expect, test } from "vitest";
import { detectOption } from "./detect-option.ts";

test("a share and its points are the same difference", () => {
  const read = (detect: string) => detectOption({ detect });
  expect(["0.05", "5%", " 5 %", "5e-2", ".05"].map(read)).toEqual([0.05, 0.05, 0.05, 0.05, 0.05]);
  expect(detectOption({})).toBeUndefined();
  expect(read("99.9%")).toBeCloseTo(0.999, 12);
});

test("points without their sign are no share: every run would be large enough", () => {
  const hint = (detect: string) =>
    expect.objectContaining({ hint: `Did you mean --detect ${detect}%?` });
  expect(() => detectOption({ detect: "5" })).toThrow(hint("5"));
  expect(() => detectOption({ detect: "1" })).toThrow(hint("1"));
  expect(detectOption({ detect: "5", metric: "tokens" })).toBe(5);
});

test.each(["", "none", "-0.1", "1.2.3", "0", "0%", "100%", "Infinity"])(
  "%j is refused",
  (detect) => {
    expect(() => detectOption({ detect })).toThrow(/difference/);
  },
);
