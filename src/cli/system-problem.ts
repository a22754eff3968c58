import { UserFacingError } from "../core/errors.ts";
import { systemErrorWords } from "../files/system-error-words.ts";

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
  const words = systemErrorWords(code);
  if (words === undefined || path === undefined) return error;
  const reads = syscall === "scandir" || syscall === "read" || syscall === "stat";
  const message = `${reads ? "Cannot read" : "Cannot use"} ${path}: ${words}.`;
  return new UserFacingError(reads ? "file/unreadable" : "file/unwritable", message, {
    hint: "Check the path, its permissions and the space on its disk.",
    cause: error,
  });
}
