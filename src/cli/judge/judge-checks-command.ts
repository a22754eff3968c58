import { ExitCode } from "../../core/verdict.ts";
import { listJudgeChecks } from "../../project/judge-checks/list-judge-checks.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { isOn } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { wrapText } from "../help-text.ts";
import { withRuns } from "../open-runs.ts";
import { timeText } from "../text/time-text.ts";

/** `assay judge checks`: which judges have shown what. */
export async function judgeChecksCommand(input: CommandInput): Promise<number> {
  const { options, terminal } = input;
  const checks = await withRuns(input, listJudgeChecks);
  if (isOn(options, "json")) terminal.write(`${JSON.stringify(checks, null, 2)}\n`);
  else if (checks.length === 0)
    terminal.write("  No judge has been asked control questions here.\n");
  else {
    const blocks = checks.map(
      ({ record, at, detail }) =>
        `  ${wrapText(`${timeText(at)}  ${cleanLine(detail)}`, 2)}\n  ${record}`,
    );
    terminal.write(
      `${blocks.join("\n\n")}\n\n  To have one asked again, remove its record:  assay runs rm RECORD\n`,
    );
  }
  return ExitCode.passed;
}
