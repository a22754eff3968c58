import { dirname } from "node:path";
import type { WriteMode } from "../../core/schema/parse-context.ts";
import { makeFolder } from "../../files/make-folder.ts";
import type { WriteText } from "../../files/replace-file.ts";
import { unwritable } from "../../files/unwritable.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { type EvalCaseResult, evalCaseResultSchema } from "./eval-result-schema.ts";

interface CasesFile {
  readonly path: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly cases: Iterable<EvalCaseResult> | AsyncIterable<EvalCaseResult>;
  readonly mode: WriteMode;
}

/** One JSON object with a long list of cases in it, written piece by piece and put in its place when it is whole. */
export async function writeCases(content: CasesFile): Promise<void> {
  await makeFolder(dirname(content.path)).catch((cause) => {
    throw unwritable(content.path, cause);
  });
  await writeWhole(content.path, (write) => writePieces(write, content));
}

async function writePieces(write: WriteText, { before, after, cases, mode }: CasesFile) {
  await write(`{\n${fieldsOf(before)},\n  "eval_case_results": [`);
  let first = true;
  for await (const each of cases) {
    await write(`${first ? "" : ","}\n    ${caseText(each, mode)}`);
    first = false;
  }
  await write(`${first ? "" : "\n  "}],\n${fieldsOf(after)}\n}`);
}

function fieldsOf(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(fields, null, 2).slice(2, -2);
}

/** A full result is laid out as ADK does it; a lean one has a line for each case, which is a third of the bytes. */
function caseText(each: EvalCaseResult, mode: WriteMode): string {
  const value = evalCaseResultSchema.write(each, mode);
  if (mode === "lean") return JSON.stringify(value);
  // line breaks inside texts are escaped, so those that are left are the layout's own
  return JSON.stringify(value, null, 2).replaceAll("\n", "\n    ");
}
