import { expect, test } from "vitest";
import { eventChannel } from "./event-channel.ts";

test("workers that never wait for anything leave timers and signals their turn", async () => {
  const channel = eventChannel();
  let rang = false;
  setTimeout(() => {
    rang = true;
  }, 1);
  const giveUp = performance.now() + 5000;
  while (!rang && performance.now() < giveUp) await channel.ready();
  expect(rang).toBe(true);
});
