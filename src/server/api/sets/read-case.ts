import { errorFromProblems, type Problem } from "../../../core/errors.ts";
import type { EvalCase } from "../../../core/eval-set.ts";
import { locateProblems } from "../../../core/json/json-place.ts";
import { parseJsonText } from "../../../core/json/json-text.ts";
import { ParseContext } from "../../../core/schema/parse-context.ts";
import { evalCaseSchema } from "../../../eval-sets/schema/eval-case-schema.ts";

/** A case as a browser sends it: as data, or as the text that somebody types. */
export interface SentCase {
  readonly case?: Readonly<Record<string, unknown>> | undefined;
  readonly text?: string | undefined;
}

interface ReadCase {
  readonly evalCase: EvalCase;
  /** In the spelling that we write. */
  readonly json: Record<string, unknown>;
  readonly warnings: readonly Problem[];
}

/** The case, or every mistake in it with its line and column in the text (of data: as indented by 2). */
export function readSentCase({
  case: data,
  text = JSON.stringify(data ?? {}, null, 2),
}: SentCase): ReadCase {
  const { value } = parseJsonText(text, { code: "eval-set/invalid" });
  const context = new ParseContext("The case");
  const evalCase = evalCaseSchema.read(value, context);
  const problems = locateProblems(text, context.problems);
  if (problems.length > 0) throw errorFromProblems("eval-set/invalid", problems);
  return {
    evalCase,
    json: caseJsonOf(evalCase),
    warnings: locateProblems(text, context.warnings.slice(0, MOST_WARNINGS)),
  };
}

const MOST_WARNINGS = 20;

/** A case in the spelling that we write. */
export function caseJsonOf(evalCase: EvalCase): Record<string, unknown> {
  return evalCaseSchema.write(evalCase, "given") as Record<string, unknown>;
}
