import { mkdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

// Node's own way (`recursive`) never ends where a system says that a folder's parent is missing, and it is not.

/** Makes a folder and those above it. A file of that name is reported by whoever writes into it. */
export async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path).catch(unlessThere);
  try {
    await make();
  } catch (error) {
    if (!lacksParent(path, error)) throw error;
    await makeFolder(dirname(path));
    await make();
  }
}

/** The same for what has to be there before anything else can go on. */
export function makeFolderNow(path: string): void {
  const make = () => {
    try {
      mkdirSync(path);
    } catch (error) {
      unlessThere(error);
    }
  };
  try {
    make();
  } catch (error) {
    if (!lacksParent(path, error)) throw error;
    makeFolderNow(dirname(path));
    make();
  }
}

function unlessThere(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
}

function lacksParent(path: string, error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT" && dirname(path) !== path;
}
