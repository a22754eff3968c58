import { ExitCode } from "../../core/verdict.ts";
import { readTrend } from "../../project/history/read-trend.ts";
import { trendLines } from "../../reporters/findings/trend-lines.ts";
import { trendMarkdown } from "../../reporters/findings/trend-markdown.ts";
import { limitOption } from "../arguments/limit-option.ts";
import { textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { withRuns } from "../open-runs.ts";
import { openFindings } from "../report-findings.ts";
import { runNames } from "../text/run-names.ts";
import { timeText } from "../text/time-text.ts";

/** `assay trends`: how the runs of an eval set went. */
export async function trendsCommand(input: CommandInput): Promise<number> {
  const { options, cwd, terminal } = input;
  const reports = await openFindings(input);
  const limit = limitOption(options, 50);
  return withRuns(input, async (store) => {
    const agent = textOption(options, "agent");
    const trend = await readTrend(store, { evalSet: input.arguments[0], agent, limit, cwd });
    const drawn = { drawn: terminal.interactive, timeText, nameOf: await runNames(store) };
    await reports.write(
      {
        lines: (drawing) => trendLines(trend, { ...drawing, ...drawn }),
        json: trend,
        markdown: (say) => trendMarkdown(trend, say),
      },
      [],
    );
    return ExitCode.passed;
  });
}
