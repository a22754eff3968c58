import type { JsonSchema } from "../../../core/schema/parse-context.ts";
import { answerSchema, type Fields, objectsField, textSchema, wordField } from "./answer-fields.ts";
import { faultMenu, readValid, type ValidVerdict, verdictMenu } from "./valid-question.ts";

/** The same with a list of criteria looked at first; only the verdict on the whole counts. */
export const validByCriteriaSchema: JsonSchema = answerSchema({
  criteria: {
    type: "array",
    items: answerSchema({ name: textSchema, rationale: textSchema, passes: { type: "boolean" } }),
  },
  rationale: textSchema,
  agent_at_fault: { type: "string", enum: faultMenu },
  verdict: { type: "string", enum: verdictMenu },
});

export function readValidByCriteria(
  fields: Fields,
): { verdict: ValidVerdict } | { problem: string } {
  if (
    fields.criteria !== undefined &&
    objectsField(fields, "criteria", ["name", "rationale", "passes"]) === undefined
  ) {
    return { problem: '"criteria" must be a list of objects with name, rationale and passes.' };
  }
  const read = readValid(fields);
  const fault = wordField(fields, "agent_at_fault", faultMenu);
  // it decides nothing, so a reply without it is as good as one with it
  if ("problem" in read || fault === undefined || fault === "cannot_tell") return read;
  return { verdict: { ...read.verdict, agentAtFault: fault === "yes" } };
}
