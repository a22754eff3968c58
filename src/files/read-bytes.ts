import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { UserFacingError } from "../core/errors.ts";

/** A pipe that a shell has just made (`<(…)`) is written to at once; one that nobody writes to never ends. */
const PATIENCE_MS = 5_000;
const LOOK_AGAIN_MS = 20;

/** Opens a file that a user named. A device is refused, since it has no end; a pipe is waited for no longer than it takes. */
export async function openForReading(path: string, name = path): Promise<FileHandle> {
  // without waiting for whoever is to write: nothing could end that
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const kind = await file.stat();
  if (!kind.isCharacterDevice() && !kind.isBlockDevice()) return file;
  await file.close();
  throw new UserFacingError("file/unreadable", `Cannot read ${name}.`, {
    hint: "It is a device; name a file.",
  });
}

/** All that a file or a pipe holds. */
export async function readBytes(path: string, name = path): Promise<Buffer> {
  const file = await openForReading(path, name);
  try {
    return await readOpen(file, name);
  } finally {
    await file.close();
  }
}

/** All that an open file or pipe holds. */
export async function readOpen(file: FileHandle, name: string): Promise<Buffer> {
  if (!(await file.stat()).isFIFO()) return file.readFile();
  const chunks: Buffer[] = [];
  const patience = performance.now() + PATIENCE_MS;
  for (;;) {
    const chunk = await readChunk(file);
    if (chunk !== undefined && chunk.length > 0) chunks.push(chunk);
    else if (chunk !== undefined && chunks.length > 0) return Buffer.concat(chunks);
    else if (chunk !== undefined && performance.now() > patience) throw nobodyWrites(name);
    else await wait(LOOK_AGAIN_MS);
  }
}

/** Undefined where somebody is about to write and has not yet; empty where nobody is. */
async function readChunk(file: FileHandle): Promise<Buffer | undefined> {
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1 << 16));
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return undefined;
    throw error;
  }
}

function nobodyWrites(name: string): UserFacingError {
  return new UserFacingError("file/unreadable", `Cannot read ${name}.`, {
    hint: "It is a pipe, and nobody has written to it.",
  });
}
