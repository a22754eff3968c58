import type { Agent, Conversation } from "../../core/agent.ts";
import { type BoundedOutput, boundedOutput } from "../recording/bounded-output.ts";
import { doingOf, turnScope } from "../recording/turn-scope.ts";
import { whileTapped } from "../wire/wire-tap.ts";
import { restoringConversation } from "./restoring-conversation.ts";

/** What an agent prints when a conversation begins is kept with its first turn. */
export function captureStartOutput(agent: Agent): Agent {
  return {
    name: agent.name,
    framework: agent.framework,
    oneAtATime: agent.oneAtATime,
    asksEnvironment: agent.asksEnvironment,
    start(init) {
      const output = boundedOutput();
      const begun = turnScope.run(
        { output, fail: cannotFail, doing: doingOf(turnScope.getStore()) },
        () => whileTapped(() => agent.start(init)),
      );
      // most conversations begin at once; making them all wait would cost more than a quick turn
      return isPromise(begun)
        ? Promise.resolve(begun).then((conversation) => withStartOutput(conversation, output))
        : withStartOutput(begun, output);
    },
    ...(agent.dispose === undefined ? {} : { dispose: async () => agent.dispose?.() }),
  };
}

function cannotFail(): boolean {
  return false;
}

/** Agents in plain JavaScript may return anything. */
function isPromise(begun: Conversation | Promise<Conversation>): begun is Promise<Conversation> {
  return typeof (begun as { then?: unknown } | undefined | null)?.then === "function";
}

function withStartOutput(conversation: Conversation, output: BoundedOutput): Conversation {
  const printed = output.text();
  const kept = restoringConversation(conversation);
  return printed === undefined ? kept : tellingFirst(kept, printed);
}

function tellingFirst(conversation: Conversation, output: string): Conversation {
  let untold: string | undefined = output;
  return {
    resumed: conversation.resumed,
    async send(input, turn) {
      if (untold !== undefined) turnScope.getStore()?.output?.add(untold);
      untold = undefined;
      return conversation.send(input, turn);
    },
    ...(conversation.state === undefined ? {} : { state: async () => conversation.state?.() }),
    ...(conversation.memory === undefined ? {} : { memory: () => conversation.memory?.() }),
    close: async () => conversation.close?.(),
  };
}
