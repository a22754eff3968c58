import { UserFacingError } from "../../core/errors.ts";
import type { CommandInput } from "../command.ts";
import { textOption } from "./read-options.ts";

/** A port that a server listens on. */
export function portOption(
  options: CommandInput["options"],
  name: string,
  fallback: number,
): number {
  const value = textOption(options, name);
  if (value === undefined) return fallback;
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new UserFacingError("cli/usage", `--${name} is "${value}"; a port was expected.`, {
    hint: `Write, for example, --${name} ${fallback}, or 0 for any that is free.`,
  });
}
