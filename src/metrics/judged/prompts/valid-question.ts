import type { JudgeSample } from "../../../core/judge.ts";
import type { JsonSchema } from "../../../core/schema/parse-context.ts";
import { quoted } from "../scoring/judge-notes.ts";
import { answerSchema, type Fields, textField, textSchema, wordField } from "./answer-fields.ts";

/** Valid, invalid, or the judge cannot tell: the form of answers to a question with one verdict. */
export interface ValidVerdict {
  readonly vote: "valid" | "invalid" | "cannot_tell";
  readonly rationale: string | undefined;
  /** Whether what the agent did before was a mistake of its own, where that was asked and said. */
  readonly agentAtFault?: boolean | undefined;
}

export const faultMenu = ["yes", "no", "cannot_tell"] as const;

export const verdictMenu = ["valid", "invalid", "cannot_tell"] as const;

export const validSchema: JsonSchema = answerSchema({
  rationale: textSchema,
  verdict: { type: "string", enum: verdictMenu },
});

export function readValid(fields: Fields): { verdict: ValidVerdict } | { problem: string } {
  const vote = wordField(fields, "verdict", verdictMenu);
  if (vote === undefined) return { problem: `"verdict" must be one of ${verdictMenu.join(", ")}.` };
  return { verdict: { vote, rationale: textField(fields, "rationale") } };
}

/** What each sample says: true for valid; undefined where it says nothing that counts. */
export function votesOf(samples: readonly JudgeSample<ValidVerdict>[]): (boolean | undefined)[] {
  return samples.map(({ verdict }) =>
    verdict === undefined || verdict.vote === "cannot_tell" ? undefined : verdict.vote === "valid",
  );
}

/** What those say whose verdict counts neither way, with the words of the first one. */
export function whyUnused(samples: readonly JudgeSample<ValidVerdict>[]): readonly string[] {
  const open = samples.flatMap(({ verdict }) => (verdict?.vote === "cannot_tell" ? [verdict] : []));
  return open.length === 0 ? [] : [`The judge cannot tell.${quoted(open[0]?.rationale)}`];
}
