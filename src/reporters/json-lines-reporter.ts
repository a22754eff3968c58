import { runReliability } from "../analysis/reliability/run-reliability.ts";
import type { Reporter } from "../core/reporter.ts";
import { caseGroups } from "./case-groups.ts";
import { attributionsOf } from "./findings/attributions-of.ts";
import {
  caseReport,
  gatesReport,
  reportVersion,
  runReport,
  totalsReport,
  verdictReport,
} from "./json-report.ts";
import type { ReportOutput } from "./report-output.ts";
import type { ReporterContext } from "./reporter-context.ts";
import { safeText } from "./text/safe-text.ts";

/** A line for the run, one a conversation in plan order, with trials one a case, one a gate, one for the totals; `type` tells them apart. */
export function jsonLinesReporter(context: ReporterContext, output: ReportOutput): Reporter {
  const { json } = safeText(context.secrets);
  return {
    onEnd: (run, cases) =>
      output.write(async (write) => {
        await write(`${json({ type: "run", schemaVersion: reportVersion, ...runReport(run) })}\n`);
        for await (const result of cases()) {
          // the case itself comes along, so that the file can be scored again without its set
          const { userId, evalCase } = result;
          await write(`${json({ type: "case", ...caseReport(result), userId, evalCase })}\n`);
        }
        const faults = await attributionsOf(run, cases);
        if (run.about.trials > 1) {
          for await (const group of caseGroups(run, cases())) {
            const verdict = verdictReport(group, run, faults.of(group));
            await write(`${json({ type: "verdict", ...verdict })}\n`);
          }
        }
        for (const gate of gatesReport(run) ?? [])
          await write(`${json({ type: "gate", ...gate })}\n`);
        const found = { faults: faults.counts, reliability: runReliability(run) };
        const totals = { ...totalsReport(run), metrics: run.metrics, ...found };
        await write(`${json({ type: "totals", ...totals })}\n`);
      }),
  };
}
