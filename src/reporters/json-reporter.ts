import type { Reporter } from "../core/reporter.ts";
import { caseReport, reportVersion, runReport, totalsReport } from "./json-report.ts";
import type { ReportOutput } from "./report-output.ts";
import type { ReporterContext } from "./reporter-context.ts";
import { safeText } from "./safe-text.ts";

/** One JSON document for scripts, a case a line, in plan order. */
export function jsonReporter(context: ReporterContext, output: ReportOutput): Reporter {
  const { json } = safeText(context.secrets);
  return {
    onEnd: (run, cases) =>
      output.write(async (write) => {
        await write(`{"schemaVersion":${reportVersion},\n"run":${json(runReport(run))},\n`);
        await write(`"totals":${json(totalsReport(run))},\n"metrics":${json(run.metrics)},\n`);
        await write(`"cases":[`);
        let separator = "\n";
        for await (const result of cases()) {
          await write(`${separator}${json(caseReport(result))}`);
          separator = ",\n";
        }
        await write("\n]}\n");
      }),
  };
}
