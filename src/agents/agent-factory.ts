import type { Agent, AgentAdapter, Conversation } from "../core/agent.ts";
import { UserFacingError } from "../core/errors.ts";
import { isObject, shown } from "../core/schema/parse-context.ts";
import { disposeProduct, disposeQuietly } from "./isolation/dispose-quietly.ts";

const brand = Symbol.for("assay.AgentFactory");

/** A maker of agents, told apart from a function that is one. */
export interface AgentFactory {
  readonly [brand]: true;
  readonly create: (given: FactoryGiven) => unknown;
  readonly takesModel?: boolean | undefined;
  readonly resumes?: boolean | undefined;
}

/** What a factory is given. */
export interface FactoryGiven {
  /** The model that a run asks for in place of the agent's own; undefined where it asks for none. */
  readonly model?: string | undefined;
}

export interface AgentFactoryOptions {
  /** True: its agents ask the model that they are given, so that a run can compare models. */
  readonly takesModel?: boolean | undefined;
  /**
   * Whether a conversation that was interrupted goes on with an agent that is newly made, from what was said before.
   * Unless given, agents of a framework do, since it keeps their conversations; functions begin again.
   */
  readonly resumes?: boolean | undefined;
}

/**
 * Marks a function as a maker of agents: every conversation gets an agent of its own.
 *
 * @example
 * export const rootAgent = agentFactory(() => createMyAgent());
 */
export function agentFactory(
  create: (given: FactoryGiven) => unknown,
  options: AgentFactoryOptions = {},
): AgentFactory {
  checkFactory(create, options);
  const { resumes, takesModel } = options;
  return { [brand]: true, create, resumes, takesModel };
}

/** For programs that no compiler checks: a misspelt `resumes` would pay for finished turns again. */
function checkFactory(create: unknown, options: object): void {
  if (typeof create !== "function") {
    throw new UserFacingError(
      "agent/invalid",
      `agentFactory was given ${create === undefined ? "nothing" : shown(create)}; a function was expected.`,
      { hint: "Write agentFactory(() => createMyAgent())." },
    );
  }
  const strange = Object.keys(options).find((key) => key !== "resumes" && key !== "takesModel");
  if (strange === undefined) return;
  throw new UserFacingError("agent/invalid", `agentFactory has no option "${strange}".`, {
    hint: "There are resumes and takesModel.",
  });
}

export function isAgentFactory(target: unknown): target is AgentFactory {
  return typeof target === "object" && target !== null && brand in target;
}

/**
 * Functions are made one by one because they keep things between turns that we cannot see, so their conversations begin
 * again after a crash. What a framework's agent has to know is in the journal.
 */
export function factoryAgent(
  { create, resumes }: AgentFactory,
  name: string,
  wrap: (target: unknown) => Promise<Agent>,
  model?: string,
): Agent {
  return {
    name,
    ...(model !== undefined && { model }),
    // as far as we know: a made agent whose tools do not ask is found out at their first call
    asksEnvironment: true,
    async start(init) {
      const product = await create({ model });
      const goesOn = resumes ?? typeof product !== "function";
      let agent: Agent | undefined;
      const dispose = async () => {
        if (agent?.dispose !== undefined) await disposeQuietly(agent);
        else await disposeProduct(product);
      };
      try {
        agent = await wrap(product);
        const conversation = await agent.start(goesOn ? init : { ...init, history: undefined });
        return closingProduct(conversation, dispose);
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
    ...(conversation.memory === undefined ? {} : { memory: () => conversation.memory?.() }),
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
    if (!isAgentObject(target)) return undefined;
    const agent: Partial<Agent> & Pick<Agent, "start"> = target;
    if (typeof agent.name === "string") return target as Agent;
    // named here, and else all that it is: bound, since methods may look for private fields
    const { framework, oneAtATime, asksEnvironment } = agent;
    return {
      name,
      framework,
      oneAtATime,
      asksEnvironment,
      start: agent.start.bind(agent),
      ...(agent.dispose === undefined ? {} : { dispose: agent.dispose.bind(agent) }),
    };
  },
};

/** Whether a value is an agent by our own contract; in plain JavaScript its name may be missing. */
export function isAgentObject(target: unknown): target is Agent {
  return isObject(target) && typeof target.start === "function";
}
