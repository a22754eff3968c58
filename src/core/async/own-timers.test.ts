import { afterEach, expect, test, vi } from "vitest";
import { longTimer } from "./long-timer.ts";
import { performance as clock, RealDate } from "./own-timers.ts";

afterEach(() => {
  // first: faked timers cannot be left with a stub in their place
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("deadlines ring while timers are faked, and hurry by no faked clock", async () => {
  const before = clock.now();
  vi.useFakeTimers({ now: 0 });
  const rung = Promise.withResolvers<void>();
  longTimer(rung.resolve, 5);
  await rung.promise;
  expect(clock.now()).toBeGreaterThan(before);
  expect(new RealDate().getTime()).toBeGreaterThan(0);
});

test("deadlines ring where somebody has put other timers in place of the real ones", async () => {
  vi.stubGlobal("setTimeout", () => 0);
  vi.stubGlobal("clearTimeout", () => {
    throw new Error("no");
  });
  const rung = Promise.withResolvers<void>();
  longTimer(rung.resolve, 5);
  await rung.promise;
  expect(() => longTimer(() => {}, 5).clear()).not.toThrow();
});
