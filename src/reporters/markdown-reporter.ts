import type { Reporter } from "../core/reporter.ts";
import { markdownReport } from "./markdown-report.ts";
import type { ReportOutput } from "./report-output.ts";
import type { ReporterContext } from "./reporter-context.ts";

/** For pull requests: fits a GitHub comment. */
export function markdownReporter(context: ReporterContext, output: ReportOutput): Reporter {
  return {
    onEnd: (run, cases) =>
      output.write(async (write) => {
        await write(await markdownReport(run, cases, context));
      }),
  };
}
