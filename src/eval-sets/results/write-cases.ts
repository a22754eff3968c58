import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import type { WriteMode } from "../../core/schema/schema.ts";
import { makeFolder } from "../make-folder.ts";
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
  const unfinished = `${content.path}.${process.pid}.tmp`;
  try {
    await makeFolder(dirname(content.path));
    const file = await open(unfinished, "w");
    try {
      await writePieces(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, content.path);
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => {});
    if (!isSystemError(cause)) throw cause;
    throw new UserFacingError("file/unwritable", `Cannot write ${content.path}: ${cause.message}`, {
      cause,
    });
  }
}

const enough = 1 << 18;

async function writePieces(file: FileHandle, { before, after, cases, mode }: CasesFile) {
  let text = `{\n${fieldsOf(before)},\n  "eval_case_results": [`;
  let first = true;
  for await (const each of cases) {
    text += `${first ? "" : ","}\n    ${caseText(each, mode)}`;
    first = false;
    if (text.length > enough) {
      await file.write(text);
      text = "";
    }
  }
  await file.write(`${text}${first ? "" : "\n  "}],\n${fieldsOf(after)}\n}`);
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

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
