import { UserFacingError } from "../../core/errors.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import { ExitCode } from "../../core/verdict.ts";
import { findSession } from "../../project/traces/session-conversation.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { isOn } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { askYesNo } from "../text/ask-yes-no.ts";
import { withSessions } from "./open-sessions.ts";

/** `assay sessions rm`: all of the named sessions, or none when one of them is unknown or golden. */
export async function sessionsRmCommand(input: CommandInput): Promise<number> {
  const { terminal } = input;
  const ids = [...new Set(input.arguments)];
  return await withSessions(input, async (store) => {
    for (const id of ids) {
      const { golden } = await findSession(store, id);
      if (golden) throw isGolden(id);
    }
    if (!isOn(input.options, "yes") && !(await agreed(ids, input))) {
      terminal.warn("Nothing was removed.\n");
      return ExitCode.userError;
    }
    for (const id of ids) {
      if (await store.remove(id)) terminal.write(`Removed session ${cleanLine(id)}.\n`);
    }
    return ExitCode.passed;
  });
}

function isGolden(id: string): UserFacingError {
  return new UserFacingError("session/golden", `Session ${id} is golden, so it is not removed.`, {
    hint: `Take that back first:  assay sessions golden ${shellWord(id)} --remove. Nothing was removed.`,
  });
}

async function agreed(ids: readonly string[], { terminal }: CommandInput): Promise<boolean> {
  if (!terminal.interactive || !process.stdin.isTTY) {
    const message = "Removing sessions needs a yes, and nobody can be asked.";
    throw new UserFacingError("cli/usage", message, { hint: "Add --yes." });
  }
  for (const id of ids) terminal.write(`  ${cleanLine(id)}\n`);
  return await askYesNo(ids.length === 1 ? "Remove it? [y/N] " : "Remove them? [y/N] ");
}
