import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isUserFacingError, UserFacingError } from "../../core/errors.ts";
import { nearest } from "../../core/text/nearest.ts";
import { readBytes } from "../../eval-sets/reading/read-bytes.ts";
import { shortPath } from "./short-path.ts";

/** Text of a file a user named, or a sentence. */
export async function readTextFile(path: string, what: string): Promise<string> {
  try {
    return (await readBytes(path)).toString("utf8");
  } catch (cause) {
    if (isUserFacingError(cause)) throw cause;
    const missing = what === "config" && (cause as NodeJS.ErrnoException).code === "ENOENT";
    const code = missing ? "config/not-found" : "file/unreadable";
    const near = nearest(basename(path), await namesBeside(path));
    throw new UserFacingError(code, `Cannot read the ${what} ${shortPath(path)}.`, {
      hint:
        near === undefined
          ? "Check the path; it is relative to the folder you run the command in."
          : `Did you mean ${shortPath(join(dirname(path), near))}?`,
      cause,
    });
  }
}

/** Other files in its folder; the one that cannot be read is no advice. */
async function namesBeside(path: string): Promise<readonly string[]> {
  const entries = await readdir(dirname(path), { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && entry.name !== basename(path));
  return files.map(({ name }) => name);
}
