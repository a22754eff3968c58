import { constants } from "node:fs";
import { access, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { UserFacingError } from "../core/errors.ts";
import { withoutCommands } from "./clean-text.ts";
import type { ReporterContext } from "./reporter-context.ts";

/** Where a report goes: a file that appears whole or not at all, or standard output. */
export interface ReportOutput {
  /** Tells before the run, not after it, when the file cannot be written. */
  check(): Promise<void>;
  /** Writes what `produce` hands over, piece by piece. */
  write(produce: (write: Write) => Promise<void>): Promise<void>;
}

export type Write = (text: string) => void | Promise<void>;

export function reportOutput(file: string | undefined, context: ReporterContext): ReportOutput {
  if (file === undefined) {
    const write = (text: string) => context.out(withoutCommands(text));
    return { check: async () => {}, write: (produce) => produce(write) };
  }
  const path = resolve(context.cwd, file);
  return {
    check: () => explained(file, () => checkWritable(path)),
    write: (produce) => explained(file, () => writeWhole(path, produce)),
  };
}

async function checkWritable(path: string): Promise<void> {
  const found = await kindOf(path);
  if (found === "folder") throw Object.assign(new Error("it is a folder"), { code: "EISDIR" });
  if (found === "device") return access(path, constants.W_OK);
  await mkdir(dirname(path), { recursive: true });
  const temporary = besides(path);
  await (await open(temporary, "wx")).close();
  await rm(temporary);
}

async function writeWhole(path: string, produce: (write: Write) => Promise<void>): Promise<void> {
  // a pipe or /dev/null must not be replaced by a file of its name
  if ((await kindOf(path)) === "device") return writeTo(path, "a", produce);
  const target = await realpath(path).catch(() => path);
  await mkdir(dirname(target), { recursive: true });
  const temporary = besides(target);
  try {
    await writeTo(temporary, "wx", produce);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeTo(
  path: string,
  flag: "a" | "wx",
  produce: (write: Write) => Promise<void>,
): Promise<void> {
  const handle = await open(path, flag);
  try {
    let held: string[] = [];
    let size = 0;
    const flush = async () => {
      const text = held.join("");
      held = [];
      size = 0;
      await handle.writeFile(text);
    };
    await produce((text) => {
      held.push(text);
      size += text.length;
      return size > chunk ? flush() : undefined;
    });
    await flush();
  } finally {
    await handle.close();
  }
}

const chunk = 64 * 1024;

async function kindOf(path: string): Promise<"file" | "folder" | "device" | "missing"> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return "missing";
  if (found.isDirectory()) return "folder";
  return found.isFile() ? "file" : "device";
}

let serial = 0;

function besides(path: string): string {
  serial += 1;
  return `${path}.${process.pid}-${serial}.tmp`;
}

async function explained(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    throw new UserFacingError(
      "file/unwritable",
      `Cannot write the report ${file}: ${words(code)}.`,
      {
        hint: "Choose another file, or make this one writable.",
        cause: error,
      },
    );
  }
}

function words(code: string): string {
  return systemErrors.get(code) ?? code;
}

const systemErrors: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EISDIR", "it is a folder"],
  ["ENOTDIR", "part of its path is a file"],
  ["EEXIST", "part of its path is a file"],
  ["EROFS", "the disk is read-only"],
  ["ENOSPC", "the disk is full"],
]);
