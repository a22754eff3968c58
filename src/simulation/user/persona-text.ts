import type { UserBehavior, UserPersona } from "../../core/eval-set.ts";
import type { TemplateThing } from "./template-value.ts";

/** A persona as a prompt describes it. What counts as a violation is for judges and stays out of its own text. */
export function personaThing(persona: UserPersona, stopSignal: string): TemplateThing {
  const filled = (text: string) => text.replace(stopSignalPlace, () => stopSignal);
  const behaviors = persona.behaviors.map((behavior) => behaviorThing(behavior, filled));
  const description = filled(persona.description);
  return {
    text: [description, ...behaviors.map(({ text }) => text)].join("\n\n"),
    fields: { id: persona.id, description, behaviors },
  };
}

const stopSignalPlace = /\{\{\s*stop_signal\s*\}\}/g;

function behaviorThing(behavior: UserBehavior, filled: (text: string) => string): TemplateThing {
  const name = filled(behavior.name);
  const description = filled(behavior.description);
  const instructions = behavior.behaviorInstructions.map(filled);
  const lines = instructions.map((line) => `  * ${line}`);
  return {
    text: [`## ${name}`, description, ...lines].join("\n"),
    fields: {
      name,
      description,
      behavior_instructions: instructions,
      violation_rubrics: behavior.violationRubrics.map(filled),
    },
  };
}
