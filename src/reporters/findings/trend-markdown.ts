import type { Trend } from "../../analysis/trends/trend.ts";
import { cell, code } from "../text/markdown-text.ts";
import { paint } from "../text/paint.ts";
import type { SafeText } from "../text/safe-text.ts";
import { trendRateText } from "./trend-lines.ts";
import { barcode } from "./trend-marks.ts";

const mostRuns = 20;
const mostCases = 30;

/** A trend for a pull request or a wiki page. */
export function trendMarkdown(
  { evalSetId, agent, sentence, runs, cases }: Trend,
  say: SafeText,
): string {
  const rows = runs.slice(-mostRuns).map((run) => {
    const rate = trendRateText(run);
    const changes = run.changes.map(({ text }) => code(say.line(text)).replaceAll("|", "\\|"));
    const part = run.partial ? "only some cases" : changes.join(", ");
    return `| ${cell(say.line(run.runId))} | ${run.startedAt.slice(0, 10)} | ${rate} | ${part} |`;
  });
  const plain = { drawn: false, paint: paint(false) };
  const told = cases.filter(({ course }) => course !== "always-passed").slice(0, mostCases);
  const courses = told.map(({ evalId, verdicts, course }) => {
    const marks = barcode(verdicts.slice(-mostRuns), plain).painted;
    return `| ${cell(say.line(evalId))} | ${cell(marks)} | ${course.replace("-", " ")} |`;
  });
  const table =
    courses.length === 0 ? [] : ["", "| case | last runs | |", "| --- | --- | --- |", ...courses];
  return [
    `### ${code(say.line(evalSetId))} by ${code(say.line(agent))}`,
    "",
    code(say.line(sentence)),
    "",
    "| run | when | pass rate | changed |",
    "| --- | --- | --- | --- |",
    ...rows,
    ...table,
    "",
  ].join("\n");
}
