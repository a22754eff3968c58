import { UserFacingError } from "../core/errors.ts";
import type { EvalSet, EvalSetHeader } from "../core/eval-set.ts";
import { isObject, shown } from "../core/schema/parse-context.ts";
import { evalSetFileSchema } from "./schema/eval-set-file-schema.ts";

/** How an eval set is written. */
export interface WriteEvalSetOptions {
  /** Keeps `[]` and `{}` that say that nothing is expected. ADK reads them, and leaves them out when it writes. */
  readonly keepEmpty?: boolean | undefined;
}

/** The text of an eval set as ADK writes it: snake_case, indented by 2, without defaults, no newline at the end. */
export function writeEvalSet(evalSet: EvalSet, options: WriteEvalSetOptions = {}): string {
  // for programs that no compiler checks
  if (!isObject(evalSet) || !Array.isArray(evalSet.evalCases)) {
    const message = `writeEvalSet was given ${evalSet === undefined ? "nothing" : shown(evalSet)}; an eval set was expected.`;
    throw new UserFacingError("eval-set/invalid", message, {
      hint: "Give what defineEvalSet or readEvalSet gives: readEvalSet(text).evalSet.",
    });
  }
  const misspelt = Object.keys(options).find((key) => key !== "keepEmpty");
  if (misspelt !== undefined) {
    throw new UserFacingError("cli/usage", `writeEvalSet has no option "${misspelt}".`, {
      hint: "There is keepEmpty.",
    });
  }
  const { keepEmpty = false } = options;
  return JSON.stringify(evalSetFileSchema.write(evalSet, keepEmpty ? "given" : "lean"), null, 2);
}

/** What a set is called where people see it. */
export function evalSetName({ name, evalSetId }: EvalSetHeader): string {
  return name === undefined || name === "" ? evalSetId : name;
}
