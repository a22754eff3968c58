import { textAt } from "./attribute-values.ts";
import type { SpanRole, SpanSource } from "./span-facts.ts";

const RECORDS = /^gen_ai\.(usage|prompt|completion|input\.messages$|output\.messages$)/;

/** Spans that no convention gives an operation: a tool by its name, a model call by its model and a record of the call. */
export function guessRole({ span: { attributes }, keys }: SpanSource): SpanRole | undefined {
  if (textAt(attributes, "gen_ai.tool.name", "gen_ai.tool.call.id") !== undefined) return "tool";
  if (textAt(attributes, "gen_ai.request.model") === undefined) return undefined;
  return keys.some((key) => RECORDS.test(key)) ? "model" : undefined;
}
