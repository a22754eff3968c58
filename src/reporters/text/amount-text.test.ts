import { expect, test } from "vitest";
import { passRateOf } from "../../analysis/pass-rate.ts";
import { passRateText } from "./amount-text.ts";

test("a rate stands with its n and its interval, and with its clusters where cases have any", () => {
  const rows = (cluster?: (index: number) => string) =>
    Array.from({ length: 40 }, (_, index) => ({
      evalSetId: "set",
      evalId: `case ${index}`,
      status: index % 8 > 1 ? ("passed" as const) : ("failed" as const),
      cluster: cluster?.(index),
    }));
  expect(passRateText(passRateOf(rows()))).toBe("75 % of 40 (60 to 86 %)");
  const byEight = passRateOf(rows((index) => `text ${index % 8}`));
  expect(passRateText(byEight)).toBe("75 % of 40 in 8 clusters (36 to 100 %)");
  expect(passRateText(passRateOf([]))).toBe("nothing was evaluated");
});
