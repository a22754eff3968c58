import { checkSimulatedUser } from "../../../simulation/check-simulated-user.ts";
import type { LazyModelRegistry } from "../../models/lazy-model-registry.ts";
import type { WantedModel } from "../../models/model-registry.ts";
import type { PlannedSet } from "../plan-cases.ts";

/** Who plays the user must be known, and can be asked, before the agent is called. */
export async function checkUsers(
  planned: readonly PlannedSet[],
  registry: LazyModelRegistry,
): Promise<void> {
  for (const { hasScenarios, userSimulatorConfig, models } of planned) {
    if (!hasScenarios) continue;
    const modelFor = (await registry.open()).modelsOf(models);
    checkSimulatedUser(userSimulatorConfig, { modelFor: (name) => modelFor(name, simulatedUser) });
  }
}

const simulatedUser: WantedModel = {
  askedBy: "a simulated user",
  choose: (model) =>
    `let another model play the user, in the set's test_config.json:\n"user_simulator_config": { "model": "${model}" }`,
};
