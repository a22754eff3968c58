import { textAt } from "./attribute-values.ts";
import type { Dialect } from "./span-facts.ts";

const RECORDS = /^gen_ai\.(usage|prompt|completion|input\.messages$|output\.messages$)/;

/** Spans that no convention gives an operation: a tool by its name, a model call by its model and a record of the call. */
export const genaiGuess: Dialect = ({ span: { attributes } }) => {
  if (textAt(attributes, "gen_ai.tool.name", "gen_ai.tool.call.id") !== undefined) {
    return { role: "tool" };
  }
  if (textAt(attributes, "gen_ai.request.model") === undefined) return undefined;
  return Object.keys(attributes).some((key) => RECORDS.test(key)) ? { role: "model" } : undefined;
};
