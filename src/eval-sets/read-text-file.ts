import { readFile } from "node:fs/promises";
import { UserFacingError } from "../core/errors.ts";

const hints: Readonly<Record<string, string>> = {
  EACCES: "You may not read it; check its permissions.",
  EISDIR: "It is a folder.",
  ENOENT: "Check the path; it is relative to the folder you run the command in.",
};

/** The text of a file that a user named. */
export async function readTextFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    const { code = "", message } = cause as NodeJS.ErrnoException;
    throw new UserFacingError("file/unreadable", `Cannot read ${path}.`, {
      hint: hints[code] ?? message,
      cause,
    });
  }
}
