import { errorFromProblems, UserFacingError } from "../core/errors.ts";
import type { EvalSet } from "../core/eval-set.ts";
import { locateProblems, parseJsonText } from "../core/json-text.ts";
import { Reading } from "../core/shape.ts";
import { checkOldRows } from "./check-old-rows.ts";
import { evalSetShape } from "./eval-set-shape.ts";
import { type OldFormatOptions, oldFormOf, readOldFormat } from "./old-format.ts";
import { readEvalSet } from "./read-eval-set.ts";
import { writeEvalSet } from "./write-eval-set.ts";

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
        hint: "Old files hold a list; an eval set needs no migration, and its sessions stand in its cases.",
      },
    );
  }
  const reading = new Reading();
  const isRows = (options.form ?? oldFormOf(value)) === "rows";
  if (criteria !== undefined && isRows) checkOldRows(value, criteria, reading);
  const evalSet = readOldFormat(value, options, reading);
  if (reading.problems.length > 0) {
    throw errorFromProblems("eval-set/invalid", locateProblems(text, reading.problems, file));
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
  return JSON.stringify(evalSetShape.write(evalSet, "given"));
}
