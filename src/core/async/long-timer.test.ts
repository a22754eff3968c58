import { expect, test, vi } from "vitest";
import { LONGEST_TIMER, longTimer } from "./long-timer.ts";

// before timers are taken, which happens once
vi.hoisted(() => vi.useFakeTimers());

test("a timer of a hundred days rings after a hundred days, and not before", () => {
  const day = 86_400_000;
  const work = vi.fn();
  longTimer(work, 100 * day);
  vi.advanceTimersByTime(99 * day);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(day);
  expect(work).toHaveBeenCalledTimes(1);
});

test("it can be cleared at any time, and one without end never rings", () => {
  const work = vi.fn();
  const timer = longTimer(work, LONGEST_TIMER * 3);
  vi.advanceTimersByTime(LONGEST_TIMER * 2);
  timer.clear();
  longTimer(work, Number.POSITIVE_INFINITY).clear();
  vi.advanceTimersByTime(LONGEST_TIMER * 4);
  expect(work).not.toHaveBeenCalled();
});
