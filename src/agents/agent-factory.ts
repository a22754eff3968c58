import type { Agent, AgentAdapter, Conversation } from "../core/agent.ts";
import { disposeProduct, disposeQuietly } from "./dispose-quietly.ts";

const brand = Symbol.for("assay.AgentFactory");

/** A maker of agents, told apart from a function that is one. */
export interface AgentFactory {
  readonly [brand]: true;
  readonly create: () => unknown;
}

/**
 * Marks a function as a maker of agents: every conversation gets an agent of its own.
 *
 * @example
 * export const rootAgent = agentFactory(() => createMyAgent());
 */
export function agentFactory(create: () => unknown): AgentFactory {
  return { [brand]: true, create };
}

export function isAgentFactory(target: unknown): target is AgentFactory {
  return typeof target === "object" && target !== null && brand in target;
}

/** What it makes keeps things between turns that we cannot see, so its conversations never go on after a crash. */
export function factoryAgent(
  { create }: AgentFactory,
  name: string,
  wrap: (target: unknown) => Promise<Agent>,
): Agent {
  return {
    name,
    // as far as we know: a made agent whose tools do not ask is found out at their first call
    asksEnvironment: true,
    async start({ history: _, ...init }) {
      const product = await create();
      let agent: Agent | undefined;
      const dispose = async () => {
        if (agent?.dispose !== undefined) await disposeQuietly(agent);
        else await disposeProduct(product);
      };
      try {
        agent = await wrap(product);
        return closingProduct(await agent.start(init), dispose);
      } catch (error) {
        await dispose();
        throw error;
      }
    },
  };
}

/** What was made for a conversation goes with it. */
function closingProduct(conversation: Conversation, dispose: () => Promise<void>): Conversation {
  return {
    resumed: conversation.resumed,
    send: (input, turn) => conversation.send(input, turn),
    ...(conversation.state === undefined ? {} : { state: () => conversation.state?.() }),
    async close() {
      try {
        await conversation.close?.();
      } finally {
        await dispose();
      }
    },
  };
}

/** For those who implement the contract themselves. */
export const agentObjectAdapter: AgentAdapter = {
  name: "agent",
  wrap(target, { name }) {
    if (typeof target !== "object" || target === null) return undefined;
    const agent = target as Partial<Agent>;
    if (typeof agent.start !== "function") return undefined;
    return typeof agent.name === "string"
      ? (target as Agent)
      : { name, start: agent.start.bind(agent) };
  },
};
