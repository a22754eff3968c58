import { randomUUID } from "node:crypto";
import { type FileHandle, link, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { UserFacingError } from "../core/errors.ts";
import { unwritable } from "./unwritable.ts";

/** Puts a text in a file's place at once: written beside it, flushed, renamed. Whatever happens, the file holds the old text or the new one. */
export async function writeWhole(path: string, text: string): Promise<void> {
  // a link stays a link
  const target = await realpath(path).catch(() => path);
  const unfinished = besideOf(target);
  try {
    const mode = await stat(target).then(
      (found) => found.mode & 0o777,
      () => 0o666,
    );
    await writeFlushed(unfinished, text, mode);
    await rename(unfinished, target);
    await flushFolder(dirname(target));
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw unwritable(path, cause);
  }
}

/** Creates a file with all of its text at once, so that of two who create it one fails and nobody reads half of it. */
export async function writeNew(path: string, text: string, exists: UserFacingError): Promise<void> {
  const unfinished = besideOf(path);
  try {
    await writeFlushed(unfinished, text, 0o666);
    await link(unfinished, path).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "EEXIST") throw exists;
      if (!withoutLinks.has(cause.code ?? "")) throw cause;
      return createBySteps(path, text, exists);
    });
    await flushFolder(dirname(path));
  } catch (cause) {
    throw unwritable(path, cause);
  } finally {
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

/** What systems answer whose files cannot have two names. */
const withoutLinks: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "ENOSYS", "EOPNOTSUPP"]);

async function createBySteps(path: string, text: string, exists: UserFacingError): Promise<void> {
  const file = await open(path, "wx").catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === "EEXIST" ? exists : cause;
  });
  await closing(file, async () => {
    await file.writeFile(text);
    await file.sync();
  });
}

function besideOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.${randomUUID().slice(0, 8)}.tmp`);
}

async function writeFlushed(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, "wx", mode);
  await closing(file, async () => {
    await file.writeFile(text);
    await file.sync();
  });
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
