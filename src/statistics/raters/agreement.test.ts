import { expect, test } from "vitest";
import { cohenKappa } from "./agreement.ts";

test("a rater that always says the same has kappa 0 and no interval, whatever the counts", () => {
  for (let passes = 1; passes <= 60; passes += 1) {
    for (let fails = 1; fails <= 60; fails += 1) {
      const table = [
        [passes, 0],
        [fails, 0],
      ];
      expect(cohenKappa(table), `${passes} and ${fails}`).toMatchObject({
        kappa: expect.closeTo(0, 12),
        standardError: 0,
        interval: null,
      });
    }
  }
});

test("one other word among thousands is spread enough for an interval", () => {
  const { standardError, interval } =
    cohenKappa([
      [4999, 1],
      [4999, 1],
    ]) ?? {};
  expect(standardError).toBeGreaterThan(0);
  expect(interval?.[0]).toBeLessThan(0);
});
