import type { Agent } from "../../core/agent.ts";
import type { ChatModel } from "../../core/chat-model.ts";
import { UserFacingError } from "../../core/errors.ts";
import { parseModelName } from "../../models/model-name.ts";
import type { EnvironmentFor } from "../../runner/run-plan.ts";
import type { EnvironmentConfig } from "../../simulation/environment/environment-config.ts";
import { environmentSimulation } from "../../simulation/environment/environment-simulation.ts";
import type { ConfiguredModels, ModelRegistry, WantedModel } from "../models/model-registry.ts";

interface EnvironmentsRequest {
  /** Sets without a simulated environment have no config. */
  readonly sets: readonly {
    readonly evalSetId: string;
    readonly environmentSimulation?: EnvironmentConfig | undefined;
    readonly models?: ConfiguredModels | undefined;
  }[];
  readonly agent: Agent;
  /** Opens the model registry, for environments in which a model answers. */
  readonly openModels: () => Promise<Pick<ModelRegistry, "modelsOf">>;
}

/** Whether a model answers for any tool of this environment. */
function isAnsweredByModel({ toolSimulationConfigs }: EnvironmentConfig): boolean {
  return toolSimulationConfigs.some(({ mockStrategyType }) => mockStrategyType !== 0);
}

/** The environments of a run. The seed is for injections by chance that have none of their own: a resume draws what the run drew. */
export type Worlds = (seed: number) => EnvironmentFor;

/** Undefined when every tool is real. What cannot work is reported now, before the agent is called. */
export async function planEnvironments(request: EnvironmentsRequest): Promise<Worlds | undefined> {
  const { sets, agent, openModels } = request;
  const worlds = new Map<string, EnvironmentConfig>();
  const models = new Map<string, ChatModel>();
  for (const { evalSetId, environmentSimulation: world, models: named = {} } of sets) {
    if (world === undefined || world.toolSimulationConfigs.length === 0) continue;
    if (agent.asksEnvironment !== true) throw cannotBeIntercepted(agent);
    if (isAnsweredByModel(world)) {
      const modelFor = (await openModels()).modelsOf(named);
      models.set(evalSetId, modelFor(world.simulationModel, simulatedTools));
    } else if (named.inHand?.has(world.simulationModel) !== true) {
      // nobody asks it, and a name that nobody knows is a mistake all the same
      parseModelName(world.simulationModel);
    }
    worlds.set(evalSetId, world);
  }
  if (worlds.size === 0) return undefined;
  return (seed) => {
    const seeded = new Map([...worlds].map(([id, world]) => [id, withSeed(world, seed)]));
    return ({ evalSetId, evalId, trial }, ask) => {
      const config = seeded.get(evalSetId);
      const salt = `${evalSetId}\n${evalId}\n${trial}`;
      const modelFor = () => models.get(evalSetId) as ChatModel;
      return config && environmentSimulation(config, { modelFor, ask, salt });
    };
  };
}

const simulatedTools: WantedModel = {
  askedBy: "environment_simulation",
  choose: (model) =>
    `let another model answer for the tools, in the config:\n"environment_simulation": { "simulation_model": "${model}" }`,
};

function withSeed(world: EnvironmentConfig, seed: number): EnvironmentConfig {
  const toolSimulationConfigs = world.toolSimulationConfigs.map((tool) => ({
    ...tool,
    injectionConfigs: tool.injectionConfigs.map((each) => ({
      ...each,
      randomSeed: each.randomSeed ?? seed,
    })),
  }));
  return { ...world, toolSimulationConfigs };
}

function cannotBeIntercepted({ name }: Agent): UserFacingError {
  return new UserFacingError(
    "agent/invalid",
    `The config simulates tools, and those of ${name} cannot be intercepted.`,
    {
      hint: 'Tools of @google/adk and AI SDK agents can, those that a function runs through tool() of assay/agents, and those of a command with "asks": true. Leave environment_simulation out for this agent.',
    },
  );
}
