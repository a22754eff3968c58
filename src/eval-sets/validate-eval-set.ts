import { locateProblems } from "../core/json/json-place.ts";
import { evalSetAdvice } from "./eval-set-advice.ts";
import { type ParseOptions, type ParseReport, parseEvalSet } from "./reading/parse-eval-set.ts";

interface ValidateOptions extends ParseOptions {
  /** Also remarks on what makes a valid set a poor one. */
  readonly strict?: boolean | undefined;
}

/** Everything that is wrong or odd about the text of an eval set; with `strict`, also what would make it a better one. */
export function validateEvalSet(text: string, options: ValidateOptions = {}): ParseReport {
  const found = parseEvalSet(text, options);
  if (options.strict !== true || found.problems.length > 0) return found;
  const advice = locateProblems(text, evalSetAdvice(found.evalSet), options.file);
  return { ...found, warnings: [...found.warnings, ...advice] };
}
