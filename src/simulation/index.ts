import type { UserFor } from "../core/user-simulator.ts";
import { scriptedUser } from "./scripted-user.ts";

/** The user of a case where no model can be asked: its written conversation, and nobody for a scenario. */
export const userFor: UserFor = ({ conversation }) => {
  if (conversation !== undefined) return scriptedUser(conversation);
  return {
    unsupported:
      "The case is a scenario, and no model is there to play the user. Write its conversation out, or leave the case out.",
  };
};

export { checkSimulatedUser } from "./check-simulated-user.ts";
export { createUserFor } from "./create-user-for.ts";
export type {
  EnvironmentConfig,
  Injection,
  ToolSimulation,
} from "./environment/environment-config.ts";
export {
  type EnvironmentOptions,
  environmentSimulation,
} from "./environment/environment-simulation.ts";
export { type GeneratedScenarios, generateScenarios } from "./generation/generate-scenarios.ts";
export { type ModelUserConfig, modelUser } from "./user/model-user.ts";
export { personaCaseId, withPersonas } from "./with-personas.ts";
export { scriptedUser };
