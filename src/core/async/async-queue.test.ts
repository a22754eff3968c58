import { expect, test } from "vitest";
import { asyncQueue } from "./async-queue.ts";

test("what was pushed between two looks comes at once", async () => {
  const queue = asyncQueue<number>();
  const batches = queue.batches();
  queue.push(1);
  queue.push(2);
  expect(await batches.next()).toEqual({ done: false, value: [1, 2] });
  const next = batches.next();
  queue.push(3);
  expect(await next).toEqual({ done: false, value: [3] });
  queue.close();
  expect((await batches.next()).done).toBe(true);
});

test("an end is reported after everything that was pushed before it", async () => {
  const queue = asyncQueue<string>();
  queue.push("a");
  queue.fail(new Error("the disk is full"));
  queue.close();
  const read: string[] = [];
  const all = async () => {
    for await (const item of queue.items()) read.push(item);
  };
  await expect(all()).rejects.toThrow("the disk is full");
  expect(read).toEqual(["a"]);
});

test("whoever waits is woken by an end", async () => {
  const closed = asyncQueue<string>();
  const over = closed.items().next();
  closed.close();
  expect(await over).toEqual({ done: true, value: undefined });
  const failed = asyncQueue<string>();
  const broken = failed.items().next();
  failed.fail(new Error("no more"));
  await expect(broken).rejects.toThrow("no more");
});

test("a look is heard, and makes room", async () => {
  let looks = 0;
  const queue = asyncQueue<number>({
    onPull() {
      looks += 1;
    },
  });
  queue.push(1);
  expect(queue.waiting()).toBe(1);
  await queue.batches().next();
  expect([looks, queue.waiting()]).toEqual([1, 0]);
});

test("what is pushed while a look is being gathered for comes with it", async () => {
  const queue = asyncQueue<number>({ gather: () => new Promise((resolve) => setTimeout(resolve)) });
  const first = queue.batches().next();
  queue.push(1);
  await Promise.resolve();
  queue.push(2);
  expect(await first).toEqual({ done: false, value: [1, 2] });
});

test("an end is told without gathering for it", async () => {
  const queue = asyncQueue<number>({ gather: () => new Promise(() => {}) });
  const next = queue.batches().next();
  queue.close();
  expect(await next).toEqual({ done: true, value: undefined });
});
