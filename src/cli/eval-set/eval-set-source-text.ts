import { writeEvalSet } from "../../eval-sets/write-eval-set.ts";
import { readTextFile } from "../../files/read-text-file.ts";
import { isCode, openSetFile } from "../../project/eval-sets/open-set-file.ts";
import type { SelectedEvalSet } from "../../project/eval-sets/select-eval-sets.ts";

/** The text of an eval set's file; of a set in code, the file that it stands for. */
export async function sourceText({ path, name }: SelectedEvalSet): Promise<string> {
  if (!isCode(path)) return readTextFile(path, { name, invalid: "eval-set/invalid" });
  const { header, caseIds, read } = await openSetFile(path, name);
  const evalCases = await Promise.all(caseIds.map((_, index) => read(index)));
  return writeEvalSet({ ...header, evalCases }, { keepEmpty: true });
}
