import type { UserBehavior, UserPersona } from "../../core/eval-set.ts";
import type { TemplateThing } from "./template-value.ts";

/** A persona as a prompt describes it. What counts as a violation is for judges and stays out of its own text. */
export function personaThing(persona: UserPersona, stopSignal: string): TemplateThing {
  const told = (text: string) => text.replace(stopSignalPlace, () => stopSignal);
  const behaviors = persona.behaviors.map((behavior) => behaviorThing(behavior, told));
  const description = told(persona.description);
  return {
    text: [description, ...behaviors.map(({ text }) => text)].join("\n\n"),
    fields: { id: persona.id, description, behaviors },
  };
}

const stopSignalPlace = /\{\{\s*stop_signal\s*\}\}/g;

function behaviorThing(behavior: UserBehavior, told: (text: string) => string): TemplateThing {
  const name = told(behavior.name);
  const description = told(behavior.description);
  const instructions = behavior.behaviorInstructions.map(told);
  const lines = instructions.map((line) => `  * ${line}`);
  return {
    text: [`## ${name}`, description, ...lines].join("\n"),
    fields: {
      name,
      description,
      behavior_instructions: instructions,
      violation_rubrics: behavior.violationRubrics.map(told),
    },
  };
}
