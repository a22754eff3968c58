import type { Agent, Conversation } from "../core/agent.ts";
import { captureOutput } from "./capture-output.ts";
import { turnScope } from "./turn-scope.ts";

/** What an agent prints when a conversation begins is told with its first turn. */
export function keepStartOutput(agent: Agent): Agent {
  return {
    name: agent.name,
    async start(init) {
      const { result: conversation, output } = await captureOutput(() => agent.start(init));
      return output === undefined ? conversation : tellingFirst(conversation, output);
    },
    ...(agent.dispose === undefined ? {} : { dispose: async () => agent.dispose?.() }),
  };
}

function tellingFirst(conversation: Conversation, output: string): Conversation {
  let untold: string | undefined = output;
  return {
    resumed: conversation.resumed,
    async send(input, turn) {
      if (untold !== undefined) turnScope.getStore()?.output.add(untold);
      untold = undefined;
      return conversation.send(input, turn);
    },
    ...(conversation.state === undefined ? {} : { state: async () => conversation.state?.() }),
    close: async () => conversation.close?.(),
  };
}
