import { readFile } from "node:fs/promises";
import { UserFacingError } from "../core/errors.ts";

/** Text of a file a user named, or a sentence. */
export async function readTextFile(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    const missing = what === "config" && (cause as NodeJS.ErrnoException).code === "ENOENT";
    const code = missing ? "config/not-found" : "file/unreadable";
    throw new UserFacingError(code, `Cannot read the ${what} ${path}.`, {
      hint: "Check the path; it is relative to the folder you run the command in.",
      cause,
    });
  }
}
