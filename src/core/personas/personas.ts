import type { ConversationScenario, UserPersona } from "../eval-set.ts";
import { personaBehaviors as behaviors } from "./persona-behaviors.ts";

/** The personas that come with Assay: ADK's ids and behaviours, in our own words. */
const personas: readonly UserPersona[] = [
  {
    id: "EXPERT",
    description:
      "You know the field well. You know what you want and all that is needed for it, you notice mistakes, and you expect to be understood at once.",
    behaviors: [
      behaviors.advanceDetailOriented,
      behaviors.answerRelevantOnly,
      behaviors.correctAgent,
      behaviors.troubleshootOnce,
      behaviors.endLimitedTroubleshooting,
      behaviors.toneProfessional,
    ],
  },
  {
    id: "NOVICE",
    description:
      "You are new to the field. You know what you would like to have, not what is needed for it, and you rely on being led.",
    behaviors: [
      behaviors.advanceGoalOriented,
      behaviors.doNotCorrectAgent,
      behaviors.answerAll,
      behaviors.endNoTroubleshooting,
      behaviors.toneConversational,
    ],
  },
  {
    id: "EVALUATOR",
    description:
      "You are here to find out whether the agent can do what stands in your plan. You give it what it needs and no help beyond that.",
    behaviors: [
      behaviors.advanceDetailOriented,
      behaviors.answerRelevantOnly,
      behaviors.endNoTroubleshooting,
      behaviors.doNotCorrectAgent,
      behaviors.toneConversational,
    ],
  },
];

export const personaIds: readonly string[] = personas.map(({ id }) => id);

/** Ids are case-sensitive, as in ADK. */
function builtInPersona(id: string): UserPersona | undefined {
  return personas.find((persona) => persona.id === id);
}

/** The persona of a scenario with its texts; undefined when it has none, or one that nobody knows. */
export function personaOf({ userPersona }: ConversationScenario): UserPersona | undefined {
  return typeof userPersona === "string" ? builtInPersona(userPersona) : userPersona;
}
