import { clusterFailures } from "../../analysis/clusters/cluster-failures.ts";
import type { ReportRow } from "../../core/analysis/html-report.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { CaseResult } from "../../core/run.ts";
import { withoutTags } from "../../core/secrets/secret-mask.ts";
import { caseGroups } from "../case-groups.ts";
import type { ReportOutput } from "../report-output.ts";
import type { ReporterContext } from "../reporter-context.ts";
import { type SafeText, safeText } from "../text/safe-text.ts";
import { reportHead } from "./report-head.ts";
import { reportRow } from "./report-row.ts";
import { readTemplate } from "./report-template.ts";

/** Beyond so many characters of failures a browser would take long to open the file. */
const MOST_FAILURES = 48_000_000;

/** One file that opens from a disk: the page of the report, which was built before, with the run as data in it. */
export function htmlReporter(context: ReporterContext, output: ReportOutput): Reporter {
  const say = safeText(context.secrets);
  // said before the run, not after it
  const { start, end } = readTemplate();
  return {
    onEnd: (run, cases) =>
      output.write(async (write) => {
        await write(start);
        const failures = failureBlocks(write, say);
        const names = run.metrics.map(({ name }) => name);
        const rows: ReportRow[] = [];
        for await (const group of caseGroups(run, cases())) {
          const failure = group.status === "passed" ? undefined : await failures.add(group.shown);
          const row = reportRow(group, run, names);
          rows.push(failure === undefined ? row : { ...row, failure });
        }
        const clusters = await clusterFailures(run, cases);
        const { cwd } = context;
        const head = reportHead(run, { rows, clusters, failures: failures.count(), cwd });
        await write(dataBlock("report", head, say));
        await write(end);
      }),
  };
}

/** Conversations of cases that did not pass, each in a block that is read when somebody looks at it. */
function failureBlocks(write: Write, say: SafeText) {
  let [count, size] = [0, 0];
  return {
    count: () => count,
    /** Its number; undefined where there was no room. */
    async add(result: CaseResult): Promise<number | undefined> {
      if (size > MOST_FAILURES) return undefined;
      const block = dataBlock(`failure-${count}`, result, say);
      size += block.length;
      await write(block);
      return count++;
    },
  };
}

type Write = Parameters<Parameters<ReportOutput["write"]>[0]>[0];

/** Data that no browser runs. Nothing in it can end the block: `<` is written as an escape. */
function dataBlock(id: string, value: unknown, { json }: SafeText): string {
  const text = withoutTags(json(value)).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${id}">${text}</script>\n`;
}
