import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

/** Whether a program can be started: a path from a folder, or a bare name that one of the folders of PATH has. */
export function isProgram(
  program: string,
  { directory, path = process.env.PATH ?? "" }: { directory: string; path?: string | undefined },
): boolean {
  // Windows finds programs by endings of its own
  if (process.platform === "win32") return true;
  if (program.includes("/")) return isExecutable(resolve(directory, program));
  return path
    .split(delimiter)
    .some((folder) => isExecutable(join(resolve(directory, folder), program)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return !statSync(path).isDirectory();
  } catch {
    return false;
  }
}
