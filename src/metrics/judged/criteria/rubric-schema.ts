import type { Rubric } from "../../../core/rubric.ts";
import { optional, required } from "../../../core/schema/object-field.ts";
import { object } from "../../../core/schema/object-schema.ts";
import { pathText, type Schema } from "../../../core/schema/parse-context.ts";
import { string, withRead } from "../../../core/schema/schema.ts";

const wholeRubric: Schema<Rubric> = object<Rubric>(
  {
    rubricId: required(string),
    rubricContent: required(
      object<Rubric["rubricContent"]>(
        { textProperty: optional(string) },
        { expected: "a rubric's content", unknown: "refuse" },
      ),
    ),
    description: optional(string),
    type: optional(string),
  },
  { expected: "a rubric", unknown: "refuse" },
);

/** A rubric of a criterion. A plain text is one too; its place in the list is its name. */
export const rubric: Schema<Rubric> = withRead(
  wholeRubric,
  (value, context, inner) => {
    if (typeof value !== "string") return inner.read(value, context);
    context.shorthand(`${pathText(context.path)} is a plain text; ADK wants an object.`);
    const place = context.path.at(-1);
    return plainRubric(value, typeof place === "number" ? place : 0);
  },
  () => ({ anyOf: [{ type: "string" }, wholeRubric.jsonSchema()] }),
);

export function plainRubric(sentence: string, place: number): Rubric {
  return { rubricId: `rubric_${place + 1}`, rubricContent: { textProperty: sentence } };
}
