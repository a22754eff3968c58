import type { Rubric } from "../../core/rubric.ts";
import { optional, required } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { makeSchema, type Schema } from "../../core/schema/parse-context.ts";
import { array, string, withRead } from "../../core/schema/schema.ts";

const rubricObject: Schema<Rubric> = object<Rubric>(
  {
    rubricId: required(string, "Unique among the rubrics of a case."),
    rubricContent: required(
      object<Rubric["rubricContent"]>(
        { textProperty: optional(string, "The property, as a sentence that is true or not.") },
        { expected: "a rubric content", unknown: "refuse", title: "RubricContent" },
      ),
    ),
    description: optional(string),
    type: optional(
      string,
      "Which rubric metric asks it: FINAL_RESPONSE_QUALITY, TOOL_USE_QUALITY or TRAJECTORY_QUALITY.",
    ),
  },
  { expected: "a rubric", unknown: "refuse", title: "Rubric" },
);

/** A rubric, or a plain text that is both its id and its property. */
const rubricSchema: Schema<Rubric> = withRead(
  rubricObject,
  (value, context, inner) => {
    if (typeof value !== "string") return inner.read(value, context);
    context.shorthand(
      'A plain text stands for {"rubric_id": …, "rubric_content": {"text_property": …}}.',
    );
    return { rubricId: value, rubricContent: { textProperty: value } };
  },
  () => ({ anyOf: [{ type: "string" }, rubricObject.jsonSchema()] }),
);

export const rubricsSchema = array(rubricSchema);

/** The shorthand `rubric: "one sentence"` for a list of one. */
export const oneRubric: Schema<readonly Rubric[]> = makeSchema({
  expected: "a string",
  read: (value, context) => [
    typeof value === "string"
      ? { rubricId: value, rubricContent: { textProperty: value } }
      : rubricObject.read(value, context),
  ],
  write: (value, mode) => rubricsSchema.write(value, mode),
  jsonSchema: () => rubricSchema.jsonSchema(),
});
