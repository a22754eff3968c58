import { UserFacingError } from "../core/errors.ts";

/** What a disk or a system refuses is nobody's bug: a sentence instead of a stack. Anything else is returned as it came. */
export function systemProblem(error: unknown): unknown {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return error;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === "uv_cwd") {
    return new UserFacingError(
      "file/unreadable",
      "The folder you are in does not exist any more.",
      {
        hint: "Go to another folder and try again.",
        cause: error,
      },
    );
  }
  const words = systemErrors.get(code ?? "");
  if (words === undefined || path === undefined) return error;
  const reads = syscall === "scandir" || syscall === "read" || syscall === "stat";
  const message = `${reads ? "Cannot read" : "Cannot use"} ${path}: ${words}.`;
  return new UserFacingError(reads ? "file/unreadable" : "file/unwritable", message, {
    hint: "Check the path, its permissions and the space on its disk.",
    cause: error,
  });
}

const systemErrors: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the disk is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk is full"],
  ["ENOENT", "it does not exist"],
  ["ENOTDIR", "a part of the path is a file"],
  ["EISDIR", "it is a folder"],
  ["ENAMETOOLONG", "the name is too long"],
  ["ELOOP", "its links lead in a circle"],
  ["EMFILE", "too many files are open"],
  ["ENFILE", "too many files are open"],
  ["EIO", "the disk cannot be read or written"],
  ["EBUSY", "something else is using it"],
]);
