import { type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { UserFacingError } from "../core/errors.ts";
import type { EvalSet } from "../core/eval-set.ts";
import { writeEvalSet } from "./write-eval-set.ts";

/** Writes an eval set to a file. Whatever happens, the file holds the old text or the new one. */
export async function saveEvalSet(path: string, evalSet: EvalSet): Promise<void> {
  await writeWhole(path, writeEvalSet(evalSet));
}

/** Puts a text in a file's place at once: written beside it, flushed, renamed. */
export async function writeWhole(path: string, text: string): Promise<void> {
  // a link stays a link
  const target = await realpath(path).catch(() => path);
  const unfinished = join(dirname(target), `.${basename(target)}.${process.pid}.${Date.now()}.tmp`);
  try {
    const mode = await stat(target).then(
      (found) => found.mode & 0o777,
      () => 0o666,
    );
    const file = await open(unfinished, "wx", mode);
    await closing(file, async () => {
      await file.writeFile(text);
      await file.sync();
    });
    await rename(unfinished, target);
    await flushFolder(dirname(target));
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw unwritable(path, cause);
  }
}

async function closing(file: FileHandle, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await file.close();
  }
}

/** A rename survives a power cut only when the folder is flushed too; not every system can. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  if (folder === undefined) return;
  await closing(folder, () => folder.sync().catch(() => {}));
}

const hints: Readonly<Record<string, string>> = {
  EACCES: "You may not write there; check the permissions of the file and its folder.",
  EISDIR: "There is a folder of that name.",
  ENOENT: "Its folder does not exist.",
  ENOSPC: "The disk is full; the file is as it was.",
  ENOTDIR: "A part of its path is a file.",
  EPERM: "You may not write there; check the permissions of the file and its folder.",
  EROFS: "The disk can only be read.",
};

function unwritable(path: string, cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === undefined) return cause;
  return new UserFacingError("file/unwritable", `Cannot write ${path}.`, {
    hint: hints[code] ?? (cause as Error).message,
    cause,
  });
}
