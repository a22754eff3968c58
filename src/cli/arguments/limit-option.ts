import { UserFacingError } from "../../core/errors.ts";
import type { CommandInput } from "../command.ts";
import { countOption, textOption } from "./read-options.ts";

/** `--limit`: a whole number, or all. */
export function limitOption(options: CommandInput["options"], fallback: number): number {
  if (textOption(options, "limit") === "all") return Number.POSITIVE_INFINITY;
  try {
    return countOption(options, "limit", fallback);
  } catch (error) {
    throw new UserFacingError("cli/usage", `--limit takes a whole number from 1, or all.`, {
      hint: "Write, for example, --limit 50.",
      cause: error,
    });
  }
}
