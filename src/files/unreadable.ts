import { type ErrorCode, isUserFacingError, UserFacingError } from "../core/errors.ts";

export interface Unreadable {
  /** How the sentence calls the file. */
  readonly name: string;
  /** The code when there is no such file; "file/unreadable" unless given. */
  readonly missing?: ErrorCode | undefined;
  /** A file that was probably meant. */
  readonly near?: string | undefined;
}

const hints: Readonly<Record<string, string>> = {
  EACCES: "You may not read it; check its permissions.",
  EISDIR: "It is a folder; name a file in it.",
  ENOENT: "Check the path; it is relative to the folder you run the command in.",
};

/** A sentence for a file that could not be read; anything but a system error stays what it was. */
export function unreadable(cause: unknown, { name, missing, near }: Unreadable): unknown {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === undefined || isUserFacingError(cause)) return cause;
  const isMissing = code === "ENOENT";
  return new UserFacingError(
    (isMissing ? missing : undefined) ?? "file/unreadable",
    `Cannot read ${name}.`,
    {
      hint: isMissing && near !== undefined ? `Did you mean ${near}?` : (hints[code] ?? message),
      cause,
    },
  );
}
