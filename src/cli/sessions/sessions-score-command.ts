import { UserFacingError } from "../../core/errors.ts";
import { textOption } from "../arguments/read-options.ts";
import { storeOf } from "../arguments/store-option.ts";
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
  return await scoreSessions(input, { store: storeOf(input), golden });
}
