import { errorFromProblems, type Problem, UserFacingError } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { editJson, sameJson } from "../../core/json/json-edit.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { isObject, ParseContext } from "../../core/schema/parse-context.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import { parseEvalSet } from "../reading/parse-eval-set.ts";
import { evalCaseSchema } from "../schema/eval-case-schema.ts";
import { writeEvalSet } from "../write-eval-set.ts";
import { asWritten } from "./as-written.ts";

/** One case of a file that may have mistakes in others. */
export interface WrittenCase {
  /** Undefined where nothing can be called its id. */
  readonly evalId: string | undefined;
  /** As its author wrote it. */
  readonly written: unknown;
  /** Undefined where it cannot be read. */
  readonly evalCase: EvalCase | undefined;
}

/** Every case of a file's text, one by one, so that a mistake in one hides no other. Old formats have none to be edited. */
export function writtenCases(text: string): readonly WrittenCase[] {
  const { value } = parseJsonText(text, { code: "eval-set/invalid" });
  const list = isObject(value) ? (value.eval_cases ?? value.evalCases) : undefined;
  return (Array.isArray(list) ? list : []).map((written) => {
    const id = isObject(written) ? (written.eval_id ?? written.evalId) : undefined;
    return {
      evalId: typeof id === "string" ? id : undefined,
      written,
      evalCase: readCase(written),
    };
  });
}

function readCase(written: unknown): EvalCase | undefined {
  const context = new ParseContext();
  const read = evalCaseSchema.read(written, context);
  return context.problems.length === 0 ? read : undefined;
}

/**
 * The text of an eval set with other cases in it, given as they are to be written. Nothing else of it changes, and mistakes
 * that stand in it already stay for whoever made them; none is added. `change` gives lists one after the other, each a step
 * from the one before it: where one case at a time goes, what belongs to the others stays with them.
 */
export function editCaseList(
  text: string,
  change: (cases: readonly WrittenCase[]) => readonly (readonly unknown[])[],
  file: string,
): string {
  const current = inNewForm(text, file);
  const before = parseEvalSet(current, { file });
  const { value } = parseJsonText(current);
  const key = isObject(value) && "evalCases" in value ? "evalCases" : "eval_cases";
  const steps = change(writtenCases(current));
  const edited = steps.reduce((sofar, list) => editJson(sofar, [key], list), current);
  const after = parseEvalSet(edited, { file });
  const known = new Set([...before.problems, ...before.duplicates].map(({ message }) => message));
  const isNew = ({ message }: Problem) => !known.has(message);
  const [problems, duplicates] = [after.problems.filter(isNew), after.duplicates.filter(isNew)];
  const isMore = after.problems.length > before.problems.length;
  if (isMore) throw errorFromProblems("eval-set/invalid", withAny(problems, after.problems));
  if (after.duplicates.length > before.duplicates.length) {
    throw errorFromProblems("eval-set/duplicate", withAny(duplicates, after.duplicates));
  }
  if (after.problems.length > 0) needOwnIds(current, edited);
  return edited;
}

/** Those that are new, by their words; all of them where none can be told apart. */
function withAny(fresh: readonly Problem[], all: readonly Problem[]): readonly Problem[] {
  return fresh.length > 0 ? fresh : all;
}

/** Two cases of one id are not looked for where something else is wrong. */
function needOwnIds(before: string, after: string): void {
  const repeated = (text: string) => {
    const ids = writtenCases(text).flatMap(({ evalId }) => evalId ?? []);
    return ids.filter((id, place) => ids.indexOf(id) !== place);
  };
  const [found] = repeated(after);
  if (found === undefined || repeated(after).length <= repeated(before).length) return;
  throw new UserFacingError(
    "eval-set/duplicate",
    `There is a case ${JSON.stringify(found)} already.`,
    {
      hint: "Choose another id.",
    },
  );
}

/** A case as it is to be written in place of another: in its author's spelling wherever that says the same. */
export function rewritten({ written, evalCase }: WrittenCase, after: EvalCase): unknown {
  const wanted = evalCaseSchema.write(after, "given");
  if (evalCase === undefined) return wanted;
  const before = evalCaseSchema.write(evalCase, "given");
  const kept = asWritten({ written, before, after: wanted });
  const again = readCase(kept);
  const isSame = again !== undefined && sameJson(evalCaseSchema.write(again, "given"), wanted);
  return isSame ? kept : wanted;
}

/** A list cannot take a case of the new form, so the file becomes an eval set, as ADK makes of it. */
function inNewForm(text: string, file: string): string {
  const { evalSet, oldFormat, problems } = parseEvalSet(text, { file });
  if (!oldFormat) return text;
  if (problems.length > 0) throw errorFromProblems("eval-set/invalid", problems);
  if (parseJsonText(text).extended.length === 0) return writeEvalSet(evalSet, { keepEmpty: true });
  throw new UserFacingError(
    "eval-set/invalid",
    `${file} is in an old format, and its comments would be lost.`,
    {
      hint: `Make an eval set of it first:  assay eval-set migrate ${shellWord(file)} NEW.evalset.json`,
    },
  );
}
