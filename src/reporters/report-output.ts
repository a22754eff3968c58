import { constants } from "node:fs";
import { access, type FileHandle, open, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { UserFacingError } from "../core/errors.ts";
import { makeFolder } from "../files/make-folder.ts";
import {
  besideOf,
  closing,
  type ProduceText,
  replaceFile,
  writePieces,
} from "../files/replace-file.ts";
import { systemErrorWords } from "../files/system-error-words.ts";
import type { ReporterContext } from "./reporter-context.ts";
import { withoutCommands } from "./text/clean-text.ts";

/** Where a report goes: a file that appears whole or not at all, or standard output. */
export interface ReportOutput {
  /** Reports before the run, not after it, when the file cannot be written. */
  check(): Promise<void>;
  /** Writes what `produce` hands over, piece by piece. */
  write(produce: ProduceText): Promise<void>;
}

export function reportOutput(
  file: string | undefined,
  context: Pick<ReporterContext, "cwd" | "out">,
): ReportOutput {
  if (file === undefined) {
    const write = (text: string) => context.out(withoutCommands(text));
    return { check: async () => {}, write: async (produce) => produce(write) };
  }
  const path = resolve(context.cwd, file);
  let handle: FileHandle | undefined;
  return {
    check: () =>
      explained(file, async () => {
        handle = await checkWritable(path);
      }),
    write: (produce) =>
      explained(file, async () => {
        try {
          await writeReport(path, produce);
        } finally {
          await handle?.close();
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
  const temporary = besideOf(path);
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

async function writeReport(path: string, produce: ProduceText): Promise<void> {
  // a pipe or /dev/null must not be replaced by a file of its name
  const kind = await kindOf(path);
  if (kind === "pipe") await (await openPipe(path)).close();
  if (kind === "pipe" || kind === "device") {
    return closing(await open(path, "a"), (file) => writePieces(file, produce));
  }
  await makeFolder(dirname(path));
  await replaceFile(path, produce);
}

async function kindOf(path: string): Promise<"file" | "folder" | "pipe" | "device" | "missing"> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return "missing";
  if (found.isDirectory()) return "folder";
  if (found.isFIFO()) return "pipe";
  return found.isFile() ? "file" : "device";
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
  return reportErrors.get(code) ?? systemErrorWords(code) ?? code;
}

const reportErrors: ReadonlyMap<string, string> = new Map([
  ["EEXIST", "a part of its path is a file"],
  ["ENOENT", "its folder cannot be made"],
  ["ENXIO", "nobody reads from this pipe"],
  ["EPIPE", "nobody reads from this pipe any more"],
]);
