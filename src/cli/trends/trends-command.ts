import { ExitCode } from "../../core/verdict.ts";
import { readTrend } from "../../project/history/read-trend.ts";
import { trendLines } from "../../reporters/findings/trend-lines.ts";
import { trendMarkdown } from "../../reporters/findings/trend-markdown.ts";
import { limitOption } from "../arguments/limit-option.ts";
import { textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { withRuns } from "../open-runs.ts";
import { needFindingsReporters, reportFindings } from "../report-findings.ts";
import { timeText } from "../text/time-text.ts";

/** `assay trends`: how the runs of an eval set went. */
export async function trendsCommand(input: CommandInput): Promise<number> {
  const { options, cwd, terminal } = input;
  needFindingsReporters(input);
  const limit = limitOption(options, 50);
  return withRuns(input, async (store) => {
    const agent = textOption(options, "agent");
    const trend = await readTrend(store, { evalSet: input.arguments[0], agent, limit, cwd });
    const drawn = { drawn: terminal.interactive, timeText };
    await reportFindings(
      input,
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
