import type { Rubric } from "../core/rubric.ts";
import {
  list,
  makeShape,
  object,
  optional,
  reading,
  required,
  type Shape,
  text,
} from "../core/shape.ts";

const rubricObject: Shape<Rubric> = object<Rubric>(
  {
    rubricId: required(text, "Unique among the rubrics of a case."),
    rubricContent: required(
      object<Rubric["rubricContent"]>(
        { textProperty: optional(text, "The property, as a sentence that is true or not.") },
        { called: "a rubric content", unknown: "refuse", title: "RubricContent" },
      ),
    ),
    description: optional(text),
    type: optional(
      text,
      "Which rubric metric asks it: FINAL_RESPONSE_QUALITY, TOOL_USE_QUALITY or TRAJECTORY_QUALITY.",
    ),
  },
  { called: "a rubric", unknown: "refuse", title: "Rubric" },
);

/** A rubric, or a plain text that is both its id and its property. */
const rubricShape: Shape<Rubric> = reading(
  rubricObject,
  (value, context, inner) => {
    if (typeof value !== "string") return inner.read(value, context);
    context.shorthand(
      'A plain text stands for {"rubric_id": …, "rubric_content": {"text_property": …}}.',
    );
    return { rubricId: value, rubricContent: { textProperty: value } };
  },
  () => ({ anyOf: [{ type: "string" }, rubricObject.schema()] }),
);

export const rubricsShape = list(rubricShape);

/** The shorthand `rubric: "one sentence"` for a list of one. */
export const oneRubric: Shape<readonly Rubric[]> = makeShape({
  called: "a text",
  read: (value, context) => [
    typeof value === "string"
      ? { rubricId: value, rubricContent: { textProperty: value } }
      : rubricObject.read(value, context),
  ],
  write: (value, mode) => rubricsShape.write(value, mode),
  schema: () => rubricShape.schema(),
});
