import { expect, test } from "vitest";
import { allowance } from "./allowance.ts";

test("what may be spent at once comes to an end, and nothing is left where nothing is earned", () => {
  const spending = allowance(3, 0);
  for (let time = 0; time < 3; time += 1) {
    expect(spending.isLeft()).toBe(true);
    spending.spend(1);
  }
  expect(spending.isLeft()).toBe(false);
});

test("what was spent is earned again as time passes, and never more than may be spent at once", async () => {
  const spending = allowance(2, 1);
  spending.spend(3);
  expect(spending.isLeft()).toBe(false);
  await expect.poll(() => spending.isLeft()).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 20));
  spending.isLeft();
  spending.spend(2);
  spending.spend(1_000_000);
  expect(spending.isLeft()).toBe(false);
});
