import type { Conversation } from "../../core/agent.ts";
import { ownState } from "../function-agent.ts";
import { plainData } from "../recording/plain-data.ts";
import { restoreUnblamed } from "./built-ins.ts";

/** Taken here, since an agent may replace it. */
const { ownKeys } = Reflect;

/**
 * What an agent changes of built-ins while it tells its state or closes is put back before anybody else uses them, and what it
 * tells is copied: a getter in it would be read, and its code run, in the midst of what makes a verdict.
 */
export function restoringConversation(conversation: Conversation): Conversation {
  // most have neither, and agents in plain JavaScript may return anything
  const hooks = ["recorded", "state", "memory", "close"] as const;
  if (conversation === undefined || hooks.every((name) => conversation?.[name] === undefined))
    return conversation;
  const own = conversation.state && ownState(conversation);
  // looking at all built-ins takes longer than a quick turn, and with nothing to copy no code of the agent's runs
  const isEmpty = () => own !== undefined && ownKeys(own).length === 0;
  return {
    resumed: conversation.resumed,
    send: (input, turn) => conversation.send(input, turn),
    ...(conversation.recorded && {
      recorded: (turn) => restored(() => plain(conversation.recorded?.(turn))),
    }),
    ...(conversation.state && {
      state: () => (isEmpty() ? {} : restored(() => plain(conversation.state?.()))),
    }),
    ...(conversation.memory && { memory: () => restored(() => plain(conversation.memory?.())) }),
    ...(conversation.close && { close: async () => await restored(() => conversation.close?.()) }),
  };
}

/** Now, or when it comes: promises of other libraries count, too. */
function plain<T>(told: T): T {
  if (typeof told !== "object" || told === null) return told;
  const comes = typeof (told as { readonly then?: unknown }).then === "function";
  return (comes ? Promise.resolve(told).then(plainData) : plainData(told)) as T;
}

function restored<T>(work: () => T): T {
  try {
    const answer = work();
    return answer instanceof Promise ? (answer.finally(restoreUnblamed) as T) : answer;
  } finally {
    restoreUnblamed();
  }
}
