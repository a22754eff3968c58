import { list, object, Reading, required, text } from "../core/shape.ts";
import { bareJson } from "./bare-json.ts";

/** How tools hang together: a parameter that some of them bring into the world and others ask about. */
export interface ToolLink {
  readonly parameterName: string;
  readonly creatingTools: readonly string[];
  readonly consumingTools: readonly string[];
}

const links = object<{ readonly statefulParameters: readonly ToolLink[] }>(
  {
    statefulParameters: required(
      list(
        object<ToolLink>(
          {
            parameterName: required(text),
            creatingTools: required(list(text)),
            consumingTools: required(list(text)),
          },
          { called: "a stateful parameter", unknown: "drop", snakeOnly: true },
        ),
      ),
    ),
  },
  { called: "an analysis", unknown: "drop", snakeOnly: true },
);

export const toolLinksSchema = links.schema();

/** Reads a model's analysis. No JSON means no links; JSON of another form is a mistake, told in a sentence. */
export function readToolLinks(reply: string): readonly ToolLink[] | { readonly problem: string } {
  const json = bareJson(reply);
  if (json === undefined) return [];
  const reading = new Reading();
  const read = links.read(json.value, reading);
  const [problem] = reading.problems;
  return problem === undefined ? read.statefulParameters : { problem: problem.message };
}
