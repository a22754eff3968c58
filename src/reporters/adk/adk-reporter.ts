import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { MetricSetting, RunInfo } from "../../core/run.ts";
import type { ReportOutput } from "../report-output.ts";
import type { ReporterContext } from "../reporter-context.ts";
import { judgeCheckLines } from "../text/judge-check-text.ts";
import { type SafeText, safeText } from "../text/safe-text.ts";
import { adkCaseText } from "./adk-case-text.ts";
import { floatText } from "./python-form.ts";

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
  const sets = [...run.sets].flatMap(([evalSetId, { passed, failed, notEvaluated }]) => [
    `${say.line(evalSetId)}:`,
    `  Tests passed: ${passed}`,
    `  Tests failed: ${failed}`,
    ...(notEvaluated === 0 ? [] : [`  Tests not evaluated: ${notEvaluated}`]),
  ]);
  return [
    ...criteria.map((text) => `Using evaluation criteria: ${say.line(text)}`),
    ...judgeCheckLines(run).map((text) => say.line(text)),
    "*".repeat(69),
    "Eval Run Summary",
    ...sets,
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

/** Rubrics of the configs by id; those of a case stand in the case. */
function rubricTexts(about: RunInfo): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { config } of about.sets) {
    for (const { criterion } of config.metrics) {
      const rubrics = criterion?.rubrics;
      if (!Array.isArray(rubrics)) continue;
      for (const rubric of rubrics) addRubric(texts, rubric);
    }
  }
  return texts;
}

function addRubric(texts: Map<string, string>, rubric: unknown): void {
  if (typeof rubric !== "object" || rubric === null) return;
  const { rubric_id: id, rubric_content: content } = rubric as {
    rubric_id?: unknown;
    rubric_content?: { text_property?: unknown } | null;
  };
  const text = content?.text_property;
  if (typeof id === "string" && typeof text === "string") texts.set(id, text);
}
