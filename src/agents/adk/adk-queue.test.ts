import { expect, test, vi } from "vitest";
import { inTurn } from "./adk-queue.ts";

// before timers are taken, which happens once
vi.hoisted(() => vi.useFakeTimers());

const never = new AbortController().signal;

test("works on one thing one after the other, and on another at the same time", async () => {
  const [one, other] = [{}, {}];
  const done: string[] = [];
  const slow = Promise.withResolvers<void>();
  const first = inTurn(one, never, async () => {
    await slow.promise;
    done.push("first");
  });
  const second = inTurn(one, never, async () => void done.push("second"));
  await inTurn(other, never, async () => void done.push("other"));
  slow.resolve();
  await Promise.all([first, second]);
  expect(done).toEqual(["other", "first", "second"]);
});

test("goes on after work that failed", async () => {
  const shared = {};
  await expect(inTurn(shared, never, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await inTurn(shared, never, async () => "yes")).toBe("yes");
});

test("leaves work that does not end when it is aborted", async () => {
  const shared = {};
  const stop = new AbortController();
  void inTurn(shared, stop.signal, () => new Promise(() => {}));
  let isNext = false;
  const next = inTurn(shared, never, async () => {
    isNext = true;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isNext).toBe(false);
  stop.abort();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(isNext).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await next;
  expect(isNext).toBe(true);
});
