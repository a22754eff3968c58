import type { ChatModel } from "../core/chat-model.ts";
import { UserFacingError } from "../core/errors.ts";
import { defaultUser, type ModelUserConfig, readInstructions } from "./user/model-user.ts";

/** What is wrong with a config whatever the scenario, for telling it before a run. Throws a UserFacingError. */
export function checkSimulatedUser(
  config: ModelUserConfig = defaultUser,
  { modelFor }: { readonly modelFor: (name: string) => ChatModel },
): void {
  checkText(config);
  if (config.customInstructions !== undefined) readInstructions(config.customInstructions);
  modelFor(config.model);
}

export function checkText({ type }: ModelUserConfig): void {
  if (type !== "llm_audio") return;
  throw new UserFacingError(
    "config/invalid",
    'A user that speaks ("llm_audio") cannot be played.',
    {
      hint: 'Let it write: "type": "llm_backed".',
    },
  );
}
