import type { ConversationScenario } from "../../core/eval-set.ts";
import { optional, required } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import type { Schema } from "../../core/schema/parse-context.ts";
import { string } from "../../core/schema/schema.ts";
import { personaSchema } from "./persona-schema.ts";

export const scenarioSchema: Schema<ConversationScenario> = object<ConversationScenario>(
  {
    startingPrompt: required(string, "The first message of the simulated user."),
    conversationPlan: required(string, "What the simulated user wants, knows and does."),
    userPersona: optional(personaSchema, "How the simulated user behaves."),
  },
  { expected: "a conversation scenario", unknown: "refuse", title: "ConversationScenario" },
);
