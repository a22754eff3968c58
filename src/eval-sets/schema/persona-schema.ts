import type { UserBehavior, UserPersona } from "../../core/eval-set.ts";
import { required } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import {
  makeSchema,
  type ParseContext,
  type Schema,
  shown,
} from "../../core/schema/parse-context.ts";
import { array, string } from "../../core/schema/schema.ts";
import { nearest } from "../../core/text/nearest.ts";

/** Personas that come with ADK; their ids are case-sensitive. */
const builtInPersonas = ["EXPERT", "NOVICE", "EVALUATOR"] as const;

const behaviorSchema = object<UserBehavior>(
  {
    name: required(string),
    description: required(string),
    behaviorInstructions: required(array(string)),
    violationRubrics: required(array(string)),
  },
  { expected: "a behavior", unknown: "drop", snakeOnly: true, title: "UserBehavior" },
);

const wholePersona = object<UserPersona>(
  {
    id: required(string),
    description: required(string),
    behaviors: required(array(behaviorSchema)),
  },
  { expected: "a persona", unknown: "drop", snakeOnly: true, title: "UserPersona" },
);

/** The id stays as it was written; ADK would replace it by the persona's text. */
export const personaSchema: Schema<string | UserPersona> = makeSchema({
  expected: "a persona, or the id of a built-in one",
  read: (value, context) =>
    typeof value === "string" ? personaId(value, context) : wholePersona.read(value, context),
  write: (value, mode) => (typeof value === "string" ? value : wholePersona.write(value, mode)),
  jsonSchema: () => ({ anyOf: [{ enum: builtInPersonas }, wholePersona.jsonSchema()] }),
});

function personaId(id: string, context: ParseContext): string {
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
