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
export type EnvironmentsOfRun = (seed: number) => EnvironmentFor;

/** Undefined when every tool is real. What cannot work is reported now, before the agent is called. */
export async function planEnvironments(
  request: EnvironmentsRequest,
): Promise<EnvironmentsOfRun | undefined> {
  const { sets, agent, openModels } = request;
  const configs = new Map<string, EnvironmentConfig>();
  const models = new Map<string, ChatModel>();
  for (const { evalSetId, environmentSimulation: config, models: named = {} } of sets) {
    if (config === undefined || config.toolSimulationConfigs.length === 0) continue;
    if (agent.asksEnvironment !== true) throw cannotBeIntercepted(agent);
    if (isAnsweredByModel(config)) {
      const modelFor = (await openModels()).modelsOf(named);
      models.set(evalSetId, modelFor(config.simulationModel, simulatedTools));
    } else if (named.inHand?.has(config.simulationModel) !== true) {
      // nobody asks it, and a name that nobody knows is a mistake all the same
      parseModelName(config.simulationModel);
    }
    configs.set(evalSetId, config);
  }
  if (configs.size === 0) return undefined;
  return (seed) => {
    const seeded = new Map([...configs].map(([id, config]) => [id, withSeed(config, seed)]));
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

function withSeed(config: EnvironmentConfig, seed: number): EnvironmentConfig {
  const toolSimulationConfigs = config.toolSimulationConfigs.map((tool) => ({
    ...tool,
    injectionConfigs: tool.injectionConfigs.map((each) => ({
      ...each,
      randomSeed: each.randomSeed ?? seed,
    })),
  }));
  return { ...config, toolSimulationConfigs };
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
