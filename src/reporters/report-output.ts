import { constants } from "node:fs";
import {
  access,
  type FileHandle,
  mkdir,
  open,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { UserFacingError } from "../core/errors.ts";
import type { ReporterContext } from "./reporter-context.ts";
import { withoutCommands } from "./text/clean-text.ts";

/** Where a report goes: a file that appears whole or not at all, or standard output. */
export interface ReportOutput {
  /** Reports before the run, not after it, when the file cannot be written. */
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
  let held: FileHandle | undefined;
  return {
    check: () =>
      explained(file, async () => {
        held = await checkWritable(path);
      }),
    write: (produce) =>
      explained(file, async () => {
        try {
          await writeWhole(path, produce);
        } finally {
          await held?.close();
        }
      }),
  };
}

/** Gives what has to stay open until the report is written: whoever reads a pipe would think that it has ended. */
async function checkWritable(path: string): Promise<FileHandle | undefined> {
  const found = await kindOf(path);
  if (found === "folder") throw Object.assign(new Error("it is a folder"), { code: "EISDIR" });
  if (found === "pipe") return openPipe(path);
  if (found === "device") {
    await access(path, constants.W_OK);
    return undefined;
  }
  await makeFolder(dirname(path));
  const temporary = besides(path);
  try {
    // an empty file has room on a full disk
    await writeFile(temporary, " ".repeat(4096), { flag: "wx" });
  } finally {
    await rm(temporary, { force: true });
  }
  return undefined;
}

/** Without a reader a pipe cannot be opened; asked in the usual way, it would be waited for, for ever. */
function openPipe(path: string): Promise<FileHandle> {
  return open(path, constants.O_WRONLY | constants.O_NONBLOCK);
}

/** Makes a folder and those above it. Node's own way never ends where a system says that a folder's parent is missing, and it is not. */
async function makeFolder(path: string): Promise<void> {
  const make = () =>
    mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  try {
    await make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await make();
  }
}

async function writeWhole(path: string, produce: (write: Write) => Promise<void>): Promise<void> {
  // a pipe or /dev/null must not be replaced by a file of its name
  const kind = await kindOf(path);
  if (kind === "pipe") await (await openPipe(path)).close();
  if (kind === "pipe" || kind === "device") return writeTo(path, "a", produce);
  const target = await realpath(path).catch(() => path);
  await makeFolder(dirname(target));
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

async function kindOf(path: string): Promise<"file" | "folder" | "pipe" | "device" | "missing"> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return "missing";
  if (found.isDirectory()) return "folder";
  if (found.isFIFO()) return "pipe";
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
  ["EDQUOT", "the disk is full"],
  ["ENOENT", "its folder cannot be made"],
  ["ENAMETOOLONG", "its name is too long"],
  ["ENXIO", "nobody reads from this pipe"],
  ["EPIPE", "nobody reads from this pipe any more"],
]);
