import type { Conversation } from "../../core/agent.ts";
import { restoreUnblamed } from "./built-ins.ts";

/** What an agent changes of built-ins while it tells its state or closes is put back before anybody else uses them. */
export function restoringConversation(conversation: Conversation): Conversation {
  // most have neither, and agents in plain JavaScript may return anything
  if (conversation?.state === undefined && conversation?.close === undefined) return conversation;
  return {
    resumed: conversation.resumed,
    send: (input, turn) => conversation.send(input, turn),
    ...(conversation.recorded && { recorded: (turn) => conversation.recorded?.(turn) }),
    ...(conversation.state && { state: () => restored(() => conversation.state?.()) }),
    ...(conversation.memory && { memory: () => conversation.memory?.() }),
    ...(conversation.close && { close: async () => await restored(() => conversation.close?.()) }),
  };
}

function restored<T>(work: () => T): T {
  try {
    const answer = work();
    return answer instanceof Promise ? (answer.finally(restoreUnblamed) as T) : answer;
  } finally {
    restoreUnblamed();
  }
}
