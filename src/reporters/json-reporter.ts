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

/** One JSON document for scripts: a line a conversation in plan order, then a line a case over its trials. */
export function jsonReporter(context: ReporterContext, output: ReportOutput): Reporter {
  const { json } = safeText(context.secrets);
  return {
    onEnd: (run, cases) =>
      output.write(async (write) => {
        await write(`{"schemaVersion":${reportVersion},\n"run":${json(runReport(run))},\n`);
        await write(`"totals":${json(totalsReport(run))},\n"metrics":${json(run.metrics)},\n`);
        const section = (name: string, value: unknown) =>
          value === undefined ? "" : `"${name}":${json(value)},\n`;
        await write(section("gates", gatesReport(run)));
        for await (const text of context.sections?.(cases, json) ?? []) await write(text);
        await write(section("reliability", runReliability(run)));
        const faults = await attributionsOf(run, cases);
        await write(`"faults":${json(faults.counts)},\n`);
        await write(`"cases":[`);
        let separator = "\n";
        for await (const result of cases()) {
          await write(`${separator}${json(caseReport(result))}`);
          separator = ",\n";
        }
        await write(`\n],\n"verdicts":[`);
        separator = "\n";
        for await (const group of caseGroups(run, cases())) {
          await write(`${separator}${json(verdictReport(group, run, faults.of(group)))}`);
          separator = ",\n";
        }
        await write("\n]}\n");
      }),
  };
}
