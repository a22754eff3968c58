import { isUserFacingError, UserFacingError } from "../core/errors.ts";

const hints: Readonly<Record<string, string>> = {
  EACCES: "You may not write there; check the permissions of the file and its folder.",
  EISDIR: "There is a folder of that name.",
  ENOENT: "Its folder does not exist.",
  ENOSPC: "The disk is full; the file is as it was.",
  ENOTDIR: "A part of its path is a file.",
  EPERM: "You may not write there; check the permissions of the file and its folder.",
  EROFS: "The disk can only be read.",
};

/** A sentence for a file that could not be written; anything but a system error stays what it was. */
export function unwritable(path: string, cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === undefined || isUserFacingError(cause)) return cause;
  return new UserFacingError("file/unwritable", `Cannot write ${path}.`, {
    hint: hints[code] ?? (cause as Error).message,
    cause,
  });
}
