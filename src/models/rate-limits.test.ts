import { expect, test } from "vitest";
import { type ChatModel, ModelError } from "../core/chat-model.ts";
import type { Clock } from "./clock.ts";
import { modelClient } from "./model-client.ts";

/** Time that goes on only when everybody waits. */
function fakeTime(): Clock & { run(): Promise<void> } {
  let now = 0;
  let seed = 7;
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    now: () => now,
    random() {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    },
    sleep: (milliseconds) =>
      new Promise((wake) => {
        sleepers.push({ at: now + Math.max(0, milliseconds), wake });
      }),
    async run() {
      for (;;) {
        await new Promise((settle) => setImmediate(settle));
        sleepers.sort((a, b) => a.at - b.at);
        const next = sleepers.shift();
        if (next === undefined) return;
        now = next.at;
        next.wake();
      }
    },
  };
}

/** A refusal takes its time to arrive, too. */
const REFUSAL_MS = 80;

interface Bucket {
  readonly perSecond: number;
  readonly burst: number;
  readonly latency: number;
  /** How long to wait is reported as `Retry-After` has it, or not at all. */
  readonly tells: "milliseconds" | "seconds" | "nothing";
}

/** A provider that counts requests, and who asked before they were welcome again. */
function bucketModel(clock: Clock, { perSecond, burst, latency, tells }: Bucket) {
  let tokens = burst;
  let filledAt = 0;
  let notices: { readonly at: number; readonly until: number }[] = [];
  const bill = { requests: 0, refused: 0, early: 0 };
  const model: ChatModel = {
    id: "bucket",
    async generate(_request, signal) {
      const now = clock.now();
      bill.requests += 1;
      notices = notices.filter(({ until }) => until > now);
      // what was sent in the moment of a refusal could not know of it
      if (notices.some(({ at }) => at < now)) bill.early += 1;
      tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
      filledAt = now;
      if (tokens < 1) {
        bill.refused += 1;
        await clock.sleep(REFUSAL_MS, signal);
        if (tells === "nothing") throw new ModelError("rate-limit", "429");
        const unit = tells === "seconds" ? 1000 : 1;
        const wait = Math.ceil(((1 - tokens) / perSecond) * (1000 / unit)) * unit;
        notices.push({ at: clock.now(), until: clock.now() + wait });
        throw new ModelError("rate-limit", "429", { retryAfterMs: wait });
      }
      tokens -= 1;
      await clock.sleep(latency, signal);
      return { text: "ok", finish: "stop" };
    },
  };
  return { model, bill };
}

async function settled<T>(all: Promise<T>, clock: { run(): Promise<void> }): Promise<T> {
  let isDone = false;
  void all.then(() => {
    isDone = true;
  });
  while (!isDone) await clock.run();
  return all;
}

async function ask(bucket: Bucket, calls: number) {
  const clock = fakeTime();
  const { model, bill } = bucketModel(clock, bucket);
  const access = modelClient({ clock, callTimeout: 2 ** 30, patience: 2 ** 40 });
  const { signal } = new AbortController();
  const request = { messages: [{ role: "user", text: "hi" }] } as const;
  const all = Promise.allSettled(
    Array.from({ length: calls }, (_, sample) =>
      access.call({ role: "judge", model, request, turn: 0, step: "s", sample }, signal),
    ),
  );
  const ended = await settled(all, clock);
  const failed = ended.filter(({ status }) => status === "rejected").length;
  const ideal = ((calls - bucket.burst) / bucket.perSecond) * 1000;
  return { ...bill, failed, share: ideal / clock.now(), wasted: bill.refused / calls };
}

test.each([
  ["10 a second", { perSecond: 10, burst: 20, latency: 800, tells: "milliseconds" }],
  ["3 a second", { perSecond: 3, burst: 6, latency: 1500, tells: "milliseconds" }],
  ["25 a second", { perSecond: 25, burst: 50, latency: 300, tells: "milliseconds" }],
  ["10 a second, told in seconds", { perSecond: 10, burst: 60, latency: 800, tells: "seconds" }],
  ["10 a second, not told", { perSecond: 10, burst: 60, latency: 800, tells: "nothing" }],
] as const)("a limit of %s is used well, and respected", async (_name, bucket) => {
  const found = await ask(bucket, 3000);
  expect(found.failed).toBe(0);
  expect(found.early).toBe(0);
  expect(found.wasted).toBeLessThanOrEqual(0.02);
  expect(found.share).toBeGreaterThanOrEqual(0.9);
});

test("an outage of five minutes is waited out by all together, and the run goes on alone", async () => {
  const clock = fakeTime();
  const bill = { requests: 0, refused: 0 };
  const model: ChatModel = {
    id: "down",
    async generate(_request, signal) {
      bill.requests += 1;
      const isDown = clock.now() > 5_000 && clock.now() < 305_000;
      await clock.sleep(isDown ? 50 : 500, signal);
      if (!isDown) return { text: "ok", finish: "stop" };
      bill.refused += 1;
      throw new ModelError("server", "down did not answer (503)");
    },
  };
  const access = modelClient({ clock, callTimeout: 2 ** 30 });
  const { signal } = new AbortController();
  const request = { messages: [{ role: "user", text: "hi" }] } as const;
  const all = Promise.allSettled(
    Array.from({ length: 400 }, (_, sample) =>
      access.call({ role: "judge", model, request, turn: 0, step: "s", sample }, signal),
    ),
  );
  const ended = await settled(all, clock);
  expect(ended.filter(({ status }) => status === "rejected")).toEqual([]);
  expect(bill.refused).toBeLessThan(100);
  expect(clock.now()).toBeLessThan(305_000 + 120_000);
});
