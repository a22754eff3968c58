import type { ChatView } from "./use-chat.ts";

/** Two chats as one that is spoken in: each hears the same, and both are stopped. */
export function bothOf(one: ChatView, other: ChatView): ChatView {
  return {
    ...one,
    // each has a state of its own
    chat: undefined,
    live: one.live ?? other.live,
    send: async (text) => {
      await Promise.all([one.send(text), other.send(text)]);
    },
    stop: async () => {
      await Promise.all([one.stop(), other.stop()]);
    },
  };
}
