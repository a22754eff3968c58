import { errorFromProblems, UserFacingError } from "../../core/errors.ts";
import type { EvalSet } from "../../core/eval-set.ts";
import { locateProblems } from "../../core/json/json-place.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { ParseContext } from "../../core/schema/parse-context.ts";
import { readEvalSet } from "../reading/read-eval-set.ts";
import { evalSetFileSchema } from "../schema/eval-set-file-schema.ts";
import { writeEvalSet } from "../write-eval-set.ts";
import { checkOldRows } from "./check-old-rows.ts";
import { type OldFormatOptions, oldFormOf, readOldFormat } from "./old-format.ts";

export interface MigrateOptions extends OldFormatOptions {
  /** For messages. */
  readonly file?: string | undefined;
  /** Refuses rows that ADK's test runner would refuse for these criteria. */
  readonly criteria?: Iterable<string> | undefined;
}

/** The eval set that an old file stands for. An eval set is refused: there is nothing to migrate. */
export function migrate(text: string, { file, criteria, ...options }: MigrateOptions): EvalSet {
  const { value } = parseJsonText(text, { file, code: "eval-set/invalid" });
  if (!Array.isArray(value)) {
    throw new UserFacingError(
      "eval-set/invalid",
      `${file ?? "The file"} is not in an old format.`,
      {
        hint: "Old files hold an array; an eval set needs no migration, and its sessions stand in its cases.",
      },
    );
  }
  const context = new ParseContext();
  const isRows = (options.form ?? oldFormOf(value)) === "rows";
  if (criteria !== undefined && isRows) checkOldRows(value, criteria, context);
  const evalSet = readOldFormat(value, options, context);
  if (context.problems.length > 0) {
    throw errorFromProblems("eval-set/invalid", locateProblems(text, context.problems, file));
  }
  return evalSet;
}

/** The text of a migrated set, after it was read back and found to say the same. */
export function verifiedText(evalSet: EvalSet): string {
  const text = writeEvalSet(evalSet, { keepEmpty: true });
  const again = readEvalSet(text, { duplicates: "allow" }).evalSet;
  if (wholeOf(again) !== wholeOf(evalSet)) {
    throw new Error("a migrated eval set does not read back as it was written");
  }
  return text;
}

/** All that it says, also by what is empty. */
function wholeOf(evalSet: EvalSet): string {
  return JSON.stringify(evalSetFileSchema.write(evalSet, "given"));
}
