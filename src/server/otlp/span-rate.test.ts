import { expect, test } from "vitest";
import { spanRate } from "./span-rate.ts";

test("spans are counted over the last ten seconds", () => {
  let now = 1_000_000;
  const rate = spanRate(() => now);
  rate.add(30);
  now += 4_000;
  rate.add(20);
  expect(rate.perSecond()).toBe(5);
  now += 6_000;
  expect(rate.perSecond()).toBe(2);
});

test("where none came there is no rate, and no zero", () => {
  let now = 1_000_000;
  const rate = spanRate(() => now);
  expect(rate.perSecond()).toBeNull();
  rate.add(0);
  expect(rate.perSecond()).toBeNull();
  rate.add(7);
  now += 10_000;
  expect(rate.perSecond()).toBeNull();
});
