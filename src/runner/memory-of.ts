import type { Conversation } from "../core/agent.ts";

/** Without it the conversation begins again after a crash, which is no failure of the agent now. */
export function memoryOf(conversation: Conversation): unknown {
  try {
    return conversation.memory?.();
  } catch {
    return undefined;
  }
}
