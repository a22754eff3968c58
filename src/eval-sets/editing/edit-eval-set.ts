import { realpath } from "node:fs/promises";
import { UserFacingError } from "../../core/errors.ts";
import type { EvalCase, EvalSet } from "../../core/eval-set.ts";
import { editJson } from "../../core/json/json-edit.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import { withFileLock } from "../../files/lock-file.ts";
import { readTextFile } from "../../files/read-text-file.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { parseEvalSet } from "../reading/parse-eval-set.ts";
import { readEvalSet } from "../reading/read-eval-set.ts";
import { evalCaseSchema } from "../schema/eval-case-schema.ts";
import { evalSetFileSchema } from "../schema/eval-set-file-schema.ts";
import { writeEvalSet } from "../write-eval-set.ts";

/** How often a file that others keep changing is read again. */
const TRIES = 5;

/**
 * Changes a file that others may change at the same time: one after the other, each on what the one before it left.
 * `edit` gives the new text; the file stays as it is when it throws.
 */
export async function editFile(
  path: string,
  edit: (text: string) => string,
  name = path,
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const read = () => readTextFile(target, { name, invalid: "eval-set/invalid" });
  await withFileLock(target, async () => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await read();
      const after = edit(before);
      if (after === before) return;
      // an editor knows nothing of our lock
      if ((await read()) !== before) continue;
      await writeWhole(target, after);
      return;
    }
    throw new UserFacingError("file/unwritable", `${name} keeps changing while it is edited.`, {
      hint: "Try again when nobody else writes it.",
    });
  });
}

/** The text of an eval set with other cases in it; what is not changed stays as it was written. */
export function editCases(
  text: string,
  change: (evalSet: EvalSet) => readonly EvalCase[],
  file: string,
): string {
  // two cases of one id can be mended here, so they are let in
  const before = readEvalSet(text, { file, duplicates: "allow" }).evalSet;
  const evalCases = change(before);
  const after: EvalSet = { ...before, evalCases };
  const { oldFormat } = parseEvalSet(text, { file });
  const edited = oldFormat ? converted(text, after, file) : withCases(text, before, evalCases);
  const again = readEvalSet(edited, { file, duplicates: "allow" }).evalSet;
  if (wholeOf(again) !== wholeOf(after)) {
    throw new Error("an edited eval set does not read back as it was meant");
  }
  return edited;
}

/** A case that was not touched is the one that was read, and stands in the text as its author wrote it. */
function withCases(text: string, before: EvalSet, evalCases: readonly EvalCase[]): string {
  const { value } = parseJsonText(text) as { value: { eval_cases: readonly unknown[] } };
  const places = new Map(before.evalCases.map((each, place) => [each, place]));
  const written = evalCases.map((each) => {
    const place = places.get(each);
    return place === undefined ? evalCaseSchema.write(each, "given") : value.eval_cases[place];
  });
  return editJson(text, ["eval_cases"], written);
}

/** A list cannot take a case of the new form, so the file becomes an eval set, as ADK makes of it. */
function converted(text: string, after: EvalSet, file: string): string {
  if (parseJsonText(text).extended.length === 0) return writeEvalSet(after, { keepEmpty: true });
  throw new UserFacingError(
    "eval-set/invalid",
    `${file} is in an old format, and its comments would be lost.`,
    {
      hint: `Make an eval set of it first:  assay eval-set migrate ${shellWord(file)} NEW.evalset.json`,
    },
  );
}

function wholeOf(evalSet: EvalSet): string {
  return JSON.stringify(evalSetFileSchema.write(evalSet, "given"));
}
