import { openCounts } from "../../core/folds/open-counts.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import { judgeCheckLines } from "../../core/judge-check.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { MetricSetting } from "../../core/run-info.ts";
import { quarantineText } from "../../core/text/quarantine-text.ts";
import type { ReportOutput } from "../report-output.ts";
import type { ReporterContext } from "../reporter-context.ts";
import { decidedSentence, gateSentences } from "../text/gate-text.ts";
import { type SafeText, safeText } from "../text/safe-text.ts";
import { unreadLines } from "../text/unread-text.ts";
import { adkCaseText } from "./adk-case-text.ts";
import { floatText } from "./python-form.ts";
import { rubricTexts } from "./rubric-texts.ts";

/** What `adk eval --print_detailed_results` prints, so that scripts written for it go on working. */
export function adkReporter(context: ReporterContext, output: ReportOutput): Reporter {
  const say = safeText(context.secrets);
  return {
    onEnd: (run, cases) =>
      output.write(async (write) => {
        await write(`${summaryLines(run, say).join("\n")}\n`);
        const rubrics = rubricTexts(run.about);
        for await (const result of cases()) {
          await write(`${"*".repeat(68)}\n${adkCaseText(result, rubrics, say)}`);
        }
      }),
  };
}

/** Unlike ADK, what was not evaluated is counted by itself; the three numbers are all cases. */
function summaryLines(run: RunSummary, say: SafeText): readonly string[] {
  const criteria = [...new Set(run.about.sets.map(({ config }) => criteriaOf(config.metrics)))];
  const sets = [...run.sets].flatMap(([evalSetId, totals]) => {
    const { notEvaluated, leftOut } = openCounts(run, totals);
    return [
      `${say.line(evalSetId)}:`,
      `  Tests passed: ${totals.passed}`,
      `  Tests failed: ${totals.failed}`,
      ...(notEvaluated === 0 ? [] : [`  Tests not evaluated: ${notEvaluated}`]),
      ...(leftOut === 0 ? [] : [`  Tests not run: ${leftOut}`]),
    ];
  });
  return [
    ...criteria.map((text) => `Using evaluation criteria: ${say.line(text)}`),
    ...[...unreadLines(run), ...judgeCheckLines(run)].map((text) => say.line(text)),
    ...[quarantineText(run.about)].filter(Boolean).map((text) => say.line(text)),
    "*".repeat(69),
    "Eval Run Summary",
    ...sets,
    ...gateSentences(run).map((text) => say.line(`Gate ${text}`)),
    ...(run.decided === undefined ? [] : [decidedSentence(run)]),
  ];
}

function criteriaOf(metrics: readonly MetricSetting[]): string {
  return metrics
    .map(
      ({ name, threshold }) =>
        `${name}: ${threshold === undefined ? "None" : floatText(threshold)}`,
    )
    .join(", ");
}
