import type { AdapterContext, Agent, AgentAdapter } from "../core/agent.ts";
import { UserFacingError } from "../core/errors.ts";
import { deepFreeze } from "../core/json/deep-freeze.ts";
import { shown } from "../core/schema/parse-context.ts";
import {
  type AgentFactory,
  agentObjectAdapter,
  factoryAgent,
  isAgentFactory,
} from "./agent-factory.ts";
import { commandAdapter } from "./command-agent.ts";
import { functionAdapter } from "./function-agent.ts";
import { disposeProduct } from "./isolation/dispose-quietly.ts";

/** Each is loaded when a target may be its own, so that none costs start-up time. A new framework is one file and one line here. */
const frameworks: Readonly<Record<string, () => Promise<AgentAdapter>>> = {
  "@google/adk": async () => (await import("./adk/adk-agent.ts")).adkAdapter,
  "Vercel AI SDK agent": async () => (await import("./ai-sdk/ai-sdk-agent.ts")).aiSdkAdapter,
};

/** Tried in order; the first that recognises a target wins. */
export const adapters: readonly AgentAdapter[] = deepFreeze([
  ...Object.entries(frameworks).map(([name, load]) => frameworkAdapter(name, load)),
  agentObjectAdapter,
  commandAdapter,
  functionAdapter,
]);

function frameworkAdapter(name: string, load: () => Promise<AgentAdapter>): AgentAdapter {
  return {
    name,
    wrap(target, context) {
      if (isBare(target)) return undefined;
      return load().then((adapter) => adapter.wrap(target, context));
    },
  };
}

/** No object, or a function that carries nothing: no framework could know it by anything. */
function isBare(target: unknown): boolean {
  if (typeof target === "function") return Object.keys(target).length === 0;
  return typeof target !== "object" || target === null;
}

/** Makes an agent of whatever a user exports. */
export async function wrapAgent(target: unknown, context: AdapterContext): Promise<Agent> {
  if (isAgentFactory(target)) {
    const { name, model } = context;
    // what a factory makes with the model has it; of others, what they make is asked
    if (model === undefined || target.takesModel === true) {
      const own = { ...context, model: undefined };
      return factoryAgent(target, name, (made) => wrapAgent(made, own), model);
    }
    return givenModel(target, name, (made) => wrapAgent(made, context), model);
  }
  for (const adapter of adapters) {
    const agent = await adapter.wrap(target, context);
    if (agent === undefined) continue;
    if (agent.model !== context.model) throw takesNoModel(agent, context);
    return agent;
  }
  const named = context.name === "agent" ? "" : ` ${context.name}`;
  throw new UserFacingError(
    "agent/invalid",
    `The agent${named} is ${shown(target)}, which is no kind of agent that Assay knows.`,
    {
      hint: `Known kinds: ${adapters.map((adapter) => adapter.name).join(", ")}. A function (text) => answer is the simplest.`,
    },
  );
}

/** Its first is made at once: what cannot be given the model is refused, and no case fails by it. */
async function givenModel(
  factory: AgentFactory,
  name: string,
  wrap: (made: unknown) => Promise<Agent>,
  model: string,
): Promise<Agent> {
  const product = await factory.create({ model });
  let isLeft = true;
  const disposeFirst = async () => {
    if (isLeft) await disposeProduct(product);
    isLeft = false;
  };
  try {
    await wrap(product);
  } catch (error) {
    await disposeFirst();
    throw error;
  }
  const create: AgentFactory["create"] = (given) => {
    const made = isLeft ? product : factory.create(given);
    isLeft = false;
    return made;
  };
  return {
    ...factoryAgent({ ...factory, create }, name, wrap, model),
    dispose: disposeFirst,
  };
}

/** Run with its own model all the same, it would be told apart from itself. */
function takesNoModel({ name, framework }: Agent, { model = "" }: AdapterContext): UserFacingError {
  const kind = framework === undefined ? "is no agent of a framework" : `is one of ${framework}`;
  return new UserFacingError(
    "agent/invalid",
    `The agent ${name} cannot be given the model ${model}: it ${kind}, and only its own code knows what it asks.`,
    {
      hint: "Export a factory that takes it:  agentFactory(({ model }) => createMyAgent(model), { takesModel: true })",
    },
  );
}
