import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes a folder and those above it. Node's own way never ends where a system says that a folder's parent is missing, and it is not. */
export async function makeFolder(path: string): Promise<void> {
  const error = await made(path);
  if (error?.code !== "ENOENT" || dirname(path) === path) {
    if (error !== undefined) throw error;
    return;
  }
  await makeFolder(dirname(path));
  const again = await made(path);
  if (again !== undefined) throw again;
}

/** What kept a folder from being there; undefined when it is. */
async function made(path: string): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(path);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // a file of that name is reported by whoever writes into it
    return code === "EEXIST" ? undefined : (error as NodeJS.ErrnoException);
  }
}
