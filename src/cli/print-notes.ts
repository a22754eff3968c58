import { shownText } from "../project/run/secrets/run-secrets.ts";
import { cleanLine } from "../reporters/text/clean-text.ts";
import { isOn } from "./arguments/read-options.ts";
import type { CommandInput } from "./command.ts";
import { wrapText } from "./help-text.ts";

/** Notes beyond this many are counted, not printed, unless --verbose asks for them. */
const SHOWN = 5;

/** What is worth knowing before a run begins, on standard error. */
export function printNotes(input: CommandInput, notes: readonly string[]): void {
  const distinct = [...new Set(notes)];
  const shown = isOn(input.options, "verbose") ? distinct : distinct.slice(0, SHOWN);
  for (const note of shown)
    input.terminal.warn(`note   ${wrapText(cleanLine(shownText(note)), 7)}\n`);
  const left = distinct.length - shown.length;
  if (left > 0) input.terminal.warn(`       and ${left} more notes: see them with --verbose\n`);
}
