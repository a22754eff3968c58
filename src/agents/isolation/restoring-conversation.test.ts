import { expect, test } from "vitest";
import type { Conversation } from "../../core/agent.ts";
import { restoringConversation } from "./restoring-conversation.ts";

class Live {
  reads = 0;
  get room() {
    this.reads += 1;
    return "hall";
  }
  toJSON() {
    return { room: this.room };
  }
}

test("what a conversation tells of its state, its memory and its turns is copied once", async () => {
  const live = new Live();
  const conversation = restoringConversation({
    send: async () => "Done.",
    state: async () => live as never,
    memory: () => live,
    recorded: () => ({ invocation: live }) as never,
  } satisfies Conversation);
  expect(await conversation.state?.()).toStrictEqual({ room: "hall" });
  expect(conversation.memory?.()).toStrictEqual({ room: "hall" });
  expect(conversation.recorded?.(0)).toStrictEqual({ invocation: { room: "hall" } });
  expect(live.reads).toBe(3);
});
