import type { ChatModel } from "../core/chat-model.ts";
import { isUserFacingError } from "../core/errors.ts";
import type { UserFor } from "../core/user-simulator.ts";
import { checkText } from "./check-simulated-user.ts";
import { scriptedUser } from "./scripted-user.ts";
import { defaultUser, type ModelUserConfig, modelUser } from "./user/model-user.ts";

interface UserForOptions {
  /** Undefined: the set's config says nothing about users, so ADK's defaults apply. */
  readonly configFor: (evalSetId: string) => ModelUserConfig | undefined;
  /** Throws when the model cannot be had. */
  readonly modelFor: (name: string, evalSetId: string) => ChatModel;
}

/** The user of every case: its written conversation, or a model that plays its scenario. */
export function createUserFor({ configFor, modelFor }: UserForOptions): UserFor {
  return ({ conversation, conversationScenario: scenario }, ask, evalSetId = "", trial = 0) => {
    if (conversation !== undefined) return scriptedUser(conversation);
    if (scenario === undefined) return { unsupported: "The case has nothing to say." };
    if (ask === undefined)
      return { unsupported: "The case is a scenario, and no model is there to play the user." };
    try {
      const config = configFor(evalSetId) ?? defaultUser;
      checkText(config);
      const named = (name: string) => modelFor(name, evalSetId);
      return modelUser({ scenario, config: seededFor(config, trial), modelFor: named, ask });
    } catch (error) {
      if (isUserFacingError(error)) return { unsupported: error.message };
      throw error;
    }
  };
}

/** A seed makes a run repeatable; the same one in every trial would run the same conversation again and again. */
function seededFor(config: ModelUserConfig, trial: number): ModelUserConfig {
  const { seed, ...others } = config.modelConfiguration ?? {};
  if (typeof seed !== "number" || trial === 0) return config;
  return { ...config, modelConfiguration: { ...others, seed: seed + trial } };
}
