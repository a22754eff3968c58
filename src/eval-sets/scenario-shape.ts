import type { ConversationScenario, UserBehavior, UserPersona } from "../core/eval-set.ts";
import { nearest } from "../core/nearest.ts";
import {
  list,
  makeShape,
  object,
  optional,
  type Reading,
  required,
  type Shape,
  shown,
  text,
} from "../core/shape.ts";

/** Personas that come with ADK; their ids are case-sensitive. */
const builtInPersonas = ["EXPERT", "NOVICE", "EVALUATOR"] as const;

const behaviorShape = object<UserBehavior>(
  {
    name: required(text),
    description: required(text),
    behaviorInstructions: required(list(text)),
    violationRubrics: required(list(text)),
  },
  { called: "a behavior", unknown: "drop", snakeOnly: true, title: "UserBehavior" },
);

const wholePersona = object<UserPersona>(
  {
    id: required(text),
    description: required(text),
    behaviors: required(list(behaviorShape)),
  },
  { called: "a persona", unknown: "drop", snakeOnly: true, title: "UserPersona" },
);

/** The id stays as it was written; ADK would replace it by the persona's text. */
export const personaShape: Shape<string | UserPersona> = makeShape({
  called: "a persona, or the id of a built-in one",
  read: (value, context) =>
    typeof value === "string" ? personaId(value, context) : wholePersona.read(value, context),
  write: (value, mode) => (typeof value === "string" ? value : wholePersona.write(value, mode)),
  schema: () => ({ anyOf: [{ enum: builtInPersonas }, wholePersona.schema()] }),
});

export const scenarioShape: Shape<ConversationScenario> = object<ConversationScenario>(
  {
    startingPrompt: required(text, "The first message of the simulated user."),
    conversationPlan: required(text, "What the simulated user wants, knows and does."),
    userPersona: optional(personaShape, "How the simulated user behaves."),
  },
  { called: "a conversation scenario", unknown: "refuse", title: "ConversationScenario" },
);

function personaId(id: string, context: Reading): string {
  if (!(builtInPersonas as readonly string[]).includes(id)) {
    const near = nearest(id, builtInPersonas);
    context.problem(`There is no persona ${shown(id)}.`, {
      hint:
        near === undefined
          ? `Built-in ones are ${builtInPersonas.join(", ")}; any other is written out as an object.`
          : `Did you mean "${near}"?`,
    });
  }
  return id;
}
