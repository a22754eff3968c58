import { required } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { ParseContext } from "../../core/schema/parse-context.ts";
import { array, string } from "../../core/schema/schema.ts";
import { bareJson } from "../bare-json.ts";
import { strictForm } from "../strict-form.ts";

/** How tools relate to each other: a parameter that some of them create and others ask about. */
export interface ToolLink {
  readonly parameterName: string;
  readonly creatingTools: readonly string[];
  readonly consumingTools: readonly string[];
}

const links = object<{ readonly statefulParameters: readonly ToolLink[] }>(
  {
    statefulParameters: required(
      array(
        object<ToolLink>(
          {
            parameterName: required(string),
            creatingTools: required(array(string)),
            consumingTools: required(array(string)),
          },
          { expected: "a stateful parameter", unknown: "drop", snakeOnly: true },
        ),
      ),
    ),
  },
  { expected: "an analysis", unknown: "drop", snakeOnly: true },
);

export const toolLinksSchema = strictForm(links.jsonSchema());

/** Reads a model's analysis. No JSON means no links; JSON of another form is a mistake, reported in a sentence. */
export function readToolLinks(reply: string): readonly ToolLink[] | { readonly problem: string } {
  const json = bareJson(reply);
  if (json === undefined) return [];
  const context = new ParseContext("It");
  const read = links.read(json.value, context);
  const [problem] = context.problems;
  return problem === undefined ? read.statefulParameters : { problem: problem.message };
}
