import { expect, test } from "vitest";
import { wilson } from "../statistics/rates/wilson.ts";
import { passRateOf } from "./pass-rate.ts";

const row = (status: "passed" | "failed" | "not-evaluated", index: number, cluster?: string) => ({
  evalSetId: "set",
  evalId: `case ${index}`,
  status,
  ...(cluster === undefined ? {} : { cluster }),
});

test("cases that belong to nothing are bounded by Wilson, and what was not evaluated is not counted", () => {
  const rows = (["passed", "failed", "passed", "not-evaluated"] as const).map((status, index) =>
    row(status, index),
  );
  expect(passRateOf(rows)).toEqual({ passed: 2, of: 3, interval: wilson(2, 3), clusters: null });
  expect(passRateOf([])).toEqual({ passed: 0, of: 0, interval: null, clusters: null });
});

test("forty questions about four texts say no more than four texts do", () => {
  const of = (isPassed: (index: number) => boolean) =>
    passRateOf(
      Array.from({ length: 40 }, (_, index) =>
        row(isPassed(index) ? "passed" : "failed", index, `text ${index % 4}`),
      ),
    );
  const apart = of((index) => index % 4 > 0);
  expect(apart).toMatchObject({ passed: 30, of: 40, clusters: 4 });
  expect(apart.interval?.[0]).toBe(0);
  expect(wilson(30, 40)?.[0]).toBeGreaterThan(0.59);
  expect(of(() => true).interval).toEqual(wilson(4, 4));
});

test("one cluster has no interval, and a case that declares none stands for itself", () => {
  expect(passRateOf([row("passed", 0, "a"), row("failed", 1, "a")]).interval).toBeNull();
  expect(passRateOf([row("passed", 0, "a"), row("failed", 1)]).clusters).toBe(2);
});
