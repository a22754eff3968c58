import { link, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { besideOf, closing, flushFolder, writeFlushed } from "./replace-file.ts";
import { unwritable } from "./unwritable.ts";

/**
 * Creates a file with all of its text at once, so that of two who create it one fails and nobody reads half of it.
 * False when there is one already.
 */
export async function writeNew(path: string, text: string): Promise<boolean> {
  const unfinished = besideOf(path);
  try {
    await writeFlushed(unfinished, (write) => write(text));
    const isNew = await nameIt(unfinished, path, text);
    if (isNew) await flushFolder(dirname(path));
    return isNew;
  } catch (cause) {
    throw unwritable(path, cause);
  } finally {
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

/** What systems answer whose files cannot have two names. */
const withoutLinks: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "ENOSYS", "EOPNOTSUPP"]);

async function nameIt(unfinished: string, path: string, text: string): Promise<boolean> {
  try {
    await link(unfinished, path);
    return true;
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (withoutLinks.has(code)) return await createBySteps(path, text);
    throw cause;
  }
}

async function createBySteps(path: string, text: string): Promise<boolean> {
  const file = await open(path, "wx").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "EEXIST") return undefined;
    throw cause;
  });
  if (file === undefined) return false;
  await closing(file, async () => {
    await file.writeFile(text);
    await file.sync();
  });
  return true;
}
