import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { UserFacingError } from "../../../core/errors.ts";
import { STDIN } from "../standard-input.ts";
import { bytesAt } from "./trace-piece.ts";

/** A file whose bytes can be read from any place, more than once. */
export interface PlainFile {
  readonly path: string;
  readonly size: number;
  close(): void;
}

/** What inflates to more is refused: it may be made to fill the disk. */
const LARGEST_COPY = 4 * 1024 * 1024 * 1024;

/** The file itself; what comes through a pipe, or is gzipped, is written to a temporary file first. */
export async function openPlainFile(path: string, name: string): Promise<PlainFile> {
  const file = await withoutPipe(path, name);
  if (!isGzip(bytesAt(file.path, 0, 2))) return file;
  try {
    return await copyOf(createReadStream(file.path), createGunzip(), name);
  } catch (error) {
    throw unreadableGzip(error, name);
  } finally {
    file.close();
  }
}

async function withoutPipe(path: string, name: string): Promise<PlainFile> {
  if (path === STDIN) return await copyOf(standardInput(), new PassThrough(), name);
  const about = statSync(path);
  if (about.isFile()) return { path, size: about.size, close() {} };
  return await copyOf(createReadStream(path), new PassThrough(), name);
}

function standardInput(): Readable {
  if (!process.stdin.isTTY) return process.stdin;
  throw new UserFacingError("cli/usage", "Nothing is piped to standard input.", {
    hint: "Pipe a trace into it:  cat trace.json | assay score - --eval-set golden.evalset.json",
  });
}

async function copyOf(from: Readable, through: Transform, name: string): Promise<PlainFile> {
  const folder = mkdtempSync(join(tmpdir(), "assay-"));
  const close = () => rmSync(folder, { recursive: true, force: true });
  const path = join(folder, "traces");
  try {
    await pipeline(from, through, bounded(name), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    close();
    throw error;
  }
  return { path, size: statSync(path).size, close };
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function bounded(name: string): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size <= LARGEST_COPY) done(null, chunk);
      else done(tooLarge(name));
    },
  });
}

function tooLarge(name: string): UserFacingError {
  const gigabytes = LARGEST_COPY / 1024 ** 3;
  return new UserFacingError("trace/invalid", `${name} holds more than ${gigabytes} GB.`, {
    hint: "Only a plain file may be larger: inflate it, and name it.",
  });
}

function unreadableGzip(error: unknown, name: string): unknown {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (!code.startsWith("Z_")) return error;
  return new UserFacingError("trace/invalid", `${name} is gzipped, and is damaged.`, {
    hint: "Was it copied whole?  gzip -t says what is wrong with it.",
    cause: error,
  });
}
