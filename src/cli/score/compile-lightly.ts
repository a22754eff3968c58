import { statSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

/** So many bytes are read before code that is optimized with all care has brought in what that took. */
const WORTH_OPTIMIZING = 400 * 1024 * 1024;

/**
 * V8 compiles what is hot first with little care and then again with all of it, for each thread by itself. For files of
 * usual size the second is not worth its while: it takes a tenth of all that scoring them takes.
 */
export function compileLightly(files: readonly string[]): { release(): void } {
  const isLight = sizeOf(files) < WORTH_OPTIMIZING;
  if (isLight) setFlagsFromString("--no-turbofan");
  return {
    release() {
      if (isLight) setFlagsFromString("--turbofan");
    },
  };
}

/** What comes through a pipe may be of any size. */
function sizeOf(files: readonly string[]): number {
  return files.reduce((sum, file) => {
    const about = statSync(file, { throwIfNoEntry: false });
    return sum + (about?.isFile() === true ? about.size : WORTH_OPTIMIZING);
  }, 0);
}
