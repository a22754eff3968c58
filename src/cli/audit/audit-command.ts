import { ExitCode } from "../../core/verdict.ts";
import { choiceOption, countOption, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { plainTable } from "../text/plain-table.ts";
import { timeText } from "../text/time-text.ts";
import { withTeamStore } from "../users/users-input.ts";

/** `assay audit`: the newest last, as a log is read. */
export async function auditCommand(input: CommandInput): Promise<number> {
  const { options, terminal } = input;
  const query = {
    limit: countOption(options, "limit", 50),
    who: textOption(options, "who"),
    action: textOption(options, "action"),
    outcome: choiceOption(options, "outcome", ["done", "failed", "refused"]),
  };
  const found = (await withTeamStore(input, (store) => store.audit(query))).toReversed();
  if (choiceOption(options, "output", ["json"]) === "json") {
    for (const entry of found) terminal.write(`${JSON.stringify(entry)}\n`);
    return ExitCode.passed;
  }
  const rows = found.map((entry) => [
    timeText(new Date(entry.at).toISOString()),
    ...[entry.who, entry.by, entry.outcome, entry.action, entry.target, entry.address, entry.note],
  ]);
  const titles = ["when", "who", "by", "outcome", "action", "what", "from", "note"];
  terminal.write(`${plainTable(titles, rows).join("\n")}\n`);
  return ExitCode.passed;
}
