import { expect, test } from "vitest";
import type { Conversation } from "../../core/agent.ts";
import { restoringConversation } from "./restoring-conversation.ts";

function telling(state: () => unknown): Conversation {
  return { send: async () => "", state: state as NonNullable<Conversation["state"]> };
}

test("a state that comes by a promise of another library is waited for and copied", async () => {
  const live = { order: 7 };
  // biome-ignore lint/suspicious/noThenProperty: what such libraries answer with
  const later = { then: (done: (value: object) => void) => done(live) };
  const told = await restoringConversation(telling(() => later)).state?.();
  expect(told).toEqual({ order: 7 });
  expect(told).not.toBe(live);
});

test("a getter in a state is read once, where it is told", () => {
  let reads = 0;
  const state = {
    get order() {
      reads += 1;
      return reads;
    },
  };
  const told = restoringConversation(telling(() => state)).state?.();
  expect([told, told, reads]).toEqual([{ order: 1 }, { order: 1 }, 1]);
});
