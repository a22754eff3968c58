import { randomUUID } from "node:crypto";
import { type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Takes a piece of a text; what it returns is waited for before the next one. */
export type WriteText = (text: string) => void | Promise<void>;

/** Hands a text over piece by piece, so that any length of it fits in memory. */
export type ProduceText = (write: WriteText) => void | Promise<void>;

/**
 * Puts a text in a file's place at once: written beside it, flushed, renamed. Whatever happens, the file holds the old
 * text or the new one. What the system refuses is thrown as it came.
 */
export async function replaceFile(path: string, produce: ProduceText): Promise<void> {
  // a link stays a link
  const target = await realpath(path).catch(() => path);
  const unfinished = besideOf(target);
  try {
    const mode = await stat(target).then(
      (found) => found.mode & 0o777,
      () => 0o666,
    );
    await writeFlushed(unfinished, produce, mode);
    await rename(unfinished, target);
    await flushFolder(dirname(target));
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw cause;
  }
}

/** A name for what will be the file; nobody else writes under it. */
export function besideOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.${randomUUID().slice(0, 8)}.tmp`);
}

/** Creates a file that holds the whole text when this returns, whatever happens to the machine then. */
export async function writeFlushed(path: string, produce: ProduceText, mode = 0o666) {
  await closing(await open(path, "wx", mode), async (file) => {
    await writePieces(file, produce);
    await file.sync();
  });
}

const enough = 64 * 1024;

/** Writes to an open file, few pieces at a time however many there are. */
export async function writePieces(file: FileHandle, produce: ProduceText): Promise<void> {
  let waiting: string[] = [];
  let size = 0;
  const flush = async () => {
    const text = waiting.join("");
    waiting = [];
    size = 0;
    await file.writeFile(text);
  };
  await produce((text) => {
    waiting.push(text);
    size += text.length;
    return size > enough ? flush() : undefined;
  });
  await flush();
}

/** A new name survives a power cut only when the folder is flushed too; not every system can. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  if (folder === undefined) return;
  await closing(folder, () => folder.sync().catch(() => {}));
}

export async function closing(
  file: FileHandle,
  work: (file: FileHandle) => Promise<void>,
): Promise<void> {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}
