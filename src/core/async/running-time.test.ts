import { afterEach, expect, test, vi } from "vitest";
import { performance } from "./own-timers.ts";
import { setRunningClock, stoppedTime } from "./running-time.ts";

afterEach(() => {
  setRunningClock(undefined);
  vi.restoreAllMocks();
});

function clocks() {
  const clock = { wall: 1000, running: 0 };
  vi.spyOn(performance, "now").mockImplementation(() => clock.wall);
  setRunningClock(() => clock.running);
  return clock;
}

test("time in which the process stood still is reported", () => {
  const clock = clocks();
  const stopped = stoppedTime();
  clock.wall += 10_000;
  clock.running += 500;
  expect(stopped()).toBe(9500);
});

test("clocks that tick apart are no stop, and without a clock there is none", () => {
  const clock = clocks();
  const stopped = stoppedTime();
  clock.wall += 10_900;
  clock.running += 10_000;
  expect(stopped()).toBe(0);
  setRunningClock(undefined);
  expect(stoppedTime()()).toBe(0);
});
