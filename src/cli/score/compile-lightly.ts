import { statSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

/** So many bytes are read before code that is optimized with all care has brought in what that took. */
const WORTH_OPTIMIZING = 400 * 1024 * 1024;

/**
 * V8 compiles what is hot first with little care and then again with all of it, for each thread by itself. For files of
 * usual size the second is not worth its while: it takes a tenth of all that scoring them takes.
 */
export function compileLightly(files: readonly string[]): { release(): void } {
  const isLight = hasQuickCompiler() && sizeOf(files) < WORTH_OPTIMIZING;
  if (isLight) setFlagsFromString("--no-turbofan");
  return {
    release() {
      if (isLight) setFlagsFromString("--turbofan");
    },
  };
}

/** The V8 of Node 22 optimizes with all care or not at all; without either, code takes half as long again. */
export function hasQuickCompiler(
  { v8 }: { readonly v8: string } = process.versions,
  arch: string = process.arch,
): boolean {
  return Number.parseInt(v8, 10) >= 13 && (arch === "x64" || arch === "arm64");
}

/** What comes through a pipe may be of any size. */
function sizeOf(files: readonly string[]): number {
  return files.reduce((sum, file) => {
    const about = statSync(file, { throwIfNoEntry: false });
    return sum + (about?.isFile() === true ? about.size : WORTH_OPTIMIZING);
  }, 0);
}
