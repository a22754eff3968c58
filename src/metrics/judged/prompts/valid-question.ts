import type { JudgeSample } from "../../../core/judge.ts";
import type { JsonSchema } from "../../../core/schema/schema.ts";
import {
  answerSchema,
  type Fields,
  objectsField,
  textField,
  textSchema,
  wordField,
} from "./answer-fields.ts";

/** Valid, invalid, or the judge cannot tell: the form of answers to a question with one verdict. */
export interface ValidVerdict {
  readonly vote: "valid" | "invalid" | "cannot_tell";
  readonly rationale: string | undefined;
  /** Whether what the agent did before was a mistake of its own, where that was asked and said. */
  readonly agentAtFault?: boolean | undefined;
}

const faultMenu = ["yes", "no", "cannot_tell"] as const;
const menu = ["valid", "invalid", "cannot_tell"] as const;

export const validSchema: JsonSchema = answerSchema({
  rationale: textSchema,
  verdict: { type: "string", enum: menu },
});

export function readValid(fields: Fields): { verdict: ValidVerdict } | { problem: string } {
  const vote = wordField(fields, "verdict", menu);
  if (vote === undefined) return { problem: `"verdict" must be one of ${menu.join(", ")}.` };
  return { verdict: { vote, rationale: textField(fields, "rationale") } };
}

/** The same with a list of criteria looked at first; only the verdict on the whole counts. */
export const validByCriteriaSchema: JsonSchema = answerSchema({
  criteria: {
    type: "array",
    items: answerSchema({ name: textSchema, rationale: textSchema, passes: { type: "boolean" } }),
  },
  rationale: textSchema,
  agent_at_fault: { type: "string", enum: faultMenu },
  verdict: { type: "string", enum: menu },
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

/** What each sample says: true for valid; undefined where it says nothing that counts. */
export function votesOf(samples: readonly JudgeSample<ValidVerdict>[]): (boolean | undefined)[] {
  return samples.map(({ verdict }) =>
    verdict === undefined || verdict.vote === "cannot_tell" ? undefined : verdict.vote === "valid",
  );
}
