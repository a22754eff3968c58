import { createHash } from "node:crypto";
import type { ConversationScenario, UserPersona } from "../../core/eval-set.ts";
import { type HashedJson, pythonJson } from "../python-text.ts";

/**
 * The id that `add-case` gives a scenario: equal scenarios get equal ids, and the same ones as in ADK.
 * The one exception is a built-in persona named by its id. ADK hashes the persona's whole texts, which are not ours to copy;
 * we hash the persona's id, so such an id is stable but differs from ADK's.
 */
export function scenarioId(scenario: ConversationScenario): string {
  const hashed = pythonJson({
    starting_prompt: scenario.startingPrompt,
    conversation_plan: scenario.conversationPlan,
    user_persona: hashedPersona(scenario.userPersona),
  });
  return createHash("sha256").update(hashed, "utf8").digest("hex").slice(0, 8);
}

function hashedPersona(persona: string | UserPersona | undefined): HashedJson {
  if (persona === undefined) return null;
  if (typeof persona === "string") return persona;
  return {
    id: persona.id,
    description: persona.description,
    behaviors: persona.behaviors.map((behavior) => ({
      name: behavior.name,
      description: behavior.description,
      behavior_instructions: behavior.behaviorInstructions,
      violation_rubrics: behavior.violationRubrics,
    })),
  };
}
