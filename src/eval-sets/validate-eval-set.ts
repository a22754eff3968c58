import { locateProblems } from "../core/json-text.ts";
import { evalSetAdvice } from "./eval-set-advice.ts";
import { type Examination, type ExamineOptions, examineEvalSet } from "./examine-eval-set.ts";

interface ValidateOptions extends ExamineOptions {
  /** Also remarks on what makes a valid set a poor one. */
  readonly strict?: boolean | undefined;
}

/** Everything that is wrong or odd about the text of an eval set; with `strict`, also what would make it a better one. */
export function validateEvalSet(text: string, options: ValidateOptions = {}): Examination {
  const found = examineEvalSet(text, options);
  if (options.strict !== true || found.problems.length > 0) return found;
  const advice = locateProblems(text, evalSetAdvice(found.evalSet), options.file);
  return { ...found, warnings: [...found.warnings, ...advice] };
}
