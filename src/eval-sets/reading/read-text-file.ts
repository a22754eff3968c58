import { isUserFacingError, UserFacingError } from "../../core/errors.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { readBytes } from "./read-bytes.ts";

const hints: Readonly<Record<string, string>> = {
  EACCES: "You may not read it; check its permissions.",
  EISDIR: "It is a folder.",
  ENOENT: "Check the path; it is relative to the folder you run the command in.",
};

/** The text of a file that a user named; messages call it by `name`. */
export async function readTextFile(path: string, name = path): Promise<string> {
  try {
    return decodeUtf8(await readBytes(path, name), name);
  } catch (cause) {
    if (isUserFacingError(cause)) throw cause;
    const { code = "", message } = cause as NodeJS.ErrnoException;
    throw new UserFacingError("file/unreadable", `Cannot read ${name}.`, {
      hint: hints[code] ?? message,
      cause,
    });
  }
}
