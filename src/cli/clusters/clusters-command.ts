import { clusterFailures } from "../../analysis/clusters/cluster-failures.ts";
import { ExitCode } from "../../core/verdict.ts";
import { secretsOf } from "../../project/history/agent-of-run.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { loadRun } from "../../project/history/load-run.ts";
import { clusterLines } from "../../reporters/findings/cluster-lines.ts";
import { clusterMarkdown } from "../../reporters/findings/cluster-markdown.ts";
import type { CommandInput } from "../command.ts";
import { withRuns } from "../open-runs.ts";
import { openFindings } from "../report-findings.ts";
import { runNames } from "../text/run-names.ts";

/** `assay clusters`: the failures of a run by what went wrong. */
export async function clustersCommand(input: CommandInput): Promise<number> {
  const reports = await openFindings(input);
  return withRuns(input, async (store) => {
    const runId = await findRun(store, input.arguments[0], { cwd: input.cwd });
    const { summary, cases } = await loadRun(store, runId);
    const found = await clusterFailures(summary, cases);
    const secrets = await secretsOf(summary.about, input.cwd);
    const nameOf = await runNames(store);
    await reports.write(
      {
        lines: (options) => clusterLines(found, { ...options, nameOf }),
        json: found,
        markdown: (say) => clusterMarkdown(found, say),
      },
      secrets,
    );
    return ExitCode.passed;
  });
}
