import type { Agent } from "../core/agent.ts";
import type { ChatModel } from "../core/chat-model.ts";
import { UserFacingError } from "../core/errors.ts";
import type { UserFor } from "../core/user-simulator.ts";
import type { EnvironmentFor } from "../runner/run-plan.ts";
import {
  checkSimulatedUser,
  createUserFor,
  type EnvironmentConfig,
  environmentSimulation,
} from "../simulation/index.ts";
import type { UserSimulatorConfig } from "./user-simulator-config.ts";

/** As much of a planned set as tells who plays its users and which of its tools are real. */
export interface SimulatedSet {
  readonly evalSetId: string;
  readonly hasScenarios: boolean;
  readonly userSimulatorConfig?: UserSimulatorConfig | undefined;
  readonly environmentSimulation?: EnvironmentConfig | undefined;
}

export interface SimulationPlan {
  readonly userFor: UserFor;
  readonly environmentFor?: EnvironmentFor | undefined;
}

interface SimulationRequest {
  readonly sets: readonly SimulatedSet[];
  readonly agent: Agent;
  /** Throws when the model cannot be had. */
  readonly modelFor: (name: string) => ChatModel;
}

/** Whether anything in a set asks a model on behalf of its users or its tools. */
export function simulatesByModel({ hasScenarios, environmentSimulation: config }: SimulatedSet) {
  return hasScenarios || (config !== undefined && isMocked(config));
}

/** Users and worlds of a run. What cannot work is told now, before the agent is called. */
export function planSimulation({ sets, agent, modelFor }: SimulationRequest): SimulationPlan {
  const users = new Map<string, UserSimulatorConfig | undefined>();
  const worlds = new Map<string, EnvironmentConfig>();
  for (const set of sets) {
    users.set(set.evalSetId, set.userSimulatorConfig);
    if (set.hasScenarios) checkSimulatedUser(set.userSimulatorConfig, { modelFor });
    const world = set.environmentSimulation;
    if (world === undefined || world.toolSimulationConfigs.length === 0) continue;
    checkWorld(world, agent, modelFor);
    worlds.set(set.evalSetId, world);
  }
  const userFor = createUserFor({ configFor: (id) => users.get(id), modelFor });
  if (worlds.size === 0) return { userFor };
  return {
    userFor,
    environmentFor({ evalSetId, evalId, trial }, ask) {
      const config = worlds.get(evalSetId);
      const salt = `${evalSetId}\n${evalId}\n${trial}`;
      return config && environmentSimulation(config, { modelFor, ask, salt });
    },
  };
}

function isMocked({ toolSimulationConfigs }: EnvironmentConfig): boolean {
  return toolSimulationConfigs.some(({ mockStrategyType }) => mockStrategyType !== 0);
}

function checkWorld(
  config: EnvironmentConfig,
  agent: Agent,
  modelFor: SimulationRequest["modelFor"],
): void {
  if (agent.asksEnvironment !== true) {
    throw new UserFacingError(
      "agent/invalid",
      `The config simulates tools, and those of ${agent.name} cannot be intercepted.`,
      {
        hint: "Tools of @google/adk agents can, and those that a function runs through tool() of assay/agents. Leave environment_simulation out otherwise.",
      },
    );
  }
  if (isMocked(config)) modelFor(config.simulationModel);
}
