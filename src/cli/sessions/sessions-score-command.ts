import { resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { scoreSessions } from "../score/score-command.ts";

/** `assay sessions score`: every other session, measured by what the golden one did. */
export async function sessionsScoreCommand(input: CommandInput): Promise<number> {
  const golden = textOption(input.options, "golden");
  if (golden === undefined) {
    throw new UserFacingError("cli/usage", "assay sessions score needs a golden session.", {
      hint: "Say which one, as assay sessions lists it:  assay sessions score --golden NAME",
    });
  }
  const path = resolve(input.cwd, textOption(input.options, "store") ?? ".assay/assay.db");
  return await scoreSessions(input, { path, golden });
}
