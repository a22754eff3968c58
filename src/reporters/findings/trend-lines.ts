import type { Trend, TrendCase, TrendRun } from "../../analysis/trends/trend.ts";
import { metricName } from "../../core/text/metric-name.ts";
import { shortId } from "../../core/text/short-id.ts";
import { plural, rateText } from "../text/amount-text.ts";
import { scoreText } from "../text/metric-words.ts";
import { padEnd, truncate, widthOf, wrap } from "../text/text-width.ts";
import type { DrawOptions } from "../text/trajectory-text.ts";
import { barcode, rateBar, sparkline } from "./trend-marks.ts";

export interface TrendOptions extends DrawOptions {
  /** True: with block characters, for a terminal; false: plain marks, for a file or a program. */
  readonly drawn: boolean;
  readonly timeText: (iso: string) => string;
}

const mostRuns = 12;
const mostMarks = 30;
const mostCases = 30;

/** How a set's runs went: the sentence, the rates, each run with its interval, a barcode a case. */
export function trendLines(trend: Trend, options: TrendOptions): readonly string[] {
  const { say, columns } = options;
  const { runs, evalSetId, agent } = trend;
  const head = `${evalSetId} · ${agent} · ${plural(runs.length, "run")}`;
  const left = leftOutText(trend);
  return [
    "",
    ...wrap(say.line(left === "" ? head : `${head}, ${left}`), columns - 4).map(indented),
    "",
    ...wrap(say.line(trend.sentence), columns - 4).map(indented),
    ...runLines(trend, options),
    ...metricLines(trend, options),
    ...caseLines(trend, options),
    "",
  ];
}

function indented(line: string): string {
  return `  ${line}`;
}

function leftOutText({ leftOut }: Trend): string {
  const { older, unfinished, otherAgents } = leftOut;
  const parts = [
    ...(older > 0 ? [`${older} older`] : []),
    ...(unfinished > 0 ? [`${unfinished} unfinished`] : []),
    ...(otherAgents > 0 ? [`${otherAgents} of other agents`] : []),
  ];
  return parts.length === 0 ? "" : `${parts.join(", ")} left out`;
}

function runLines({ runs }: Trend, options: TrendOptions): readonly string[] {
  const { say, paint, columns, drawn, timeText } = options;
  if (runs.length === 0) return [];
  const ids = runs.map(({ runId }) => runId);
  const shown = runs.slice(-mostRuns);
  const rows = shown.flatMap((run) => {
    const name = padEnd(shortId(run.runId, ids), 7);
    const bar = drawn && !run.partial ? `${rateBar(run, 20)}  ` : "";
    const rate = run.partial ? partText(run) : rateText(run.passed, run.passed + run.failed);
    const gap = run.notEvaluated === 0 ? "" : `, ${run.notEvaluated} not evaluated`;
    const text = `  ${name}  ${timeText(run.startedAt)}  ${bar}${rate}${gap}`;
    const changes = run.changes.filter(({ kind }) => kind !== "agent");
    const told = changes.map(({ text: change }) => `changed ${say.line(change)}`);
    return [
      truncate(text, columns),
      ...told.flatMap((line) =>
        wrap(line, columns - 13).map((each) => paint.quiet(`           ${each}`)),
      ),
    ];
  });
  const title = `  ${padEnd("run", 7)}  ${padEnd("when", 16)}  pass rate, 95 % interval`;
  const left = runs.length - shown.length;
  const more = left > 0 ? [paint.quiet(`  ${plural(left, "earlier run")} in --reporter json`)] : [];
  return ["", paint.quiet(title), ...more, ...rows];
}

function partText({ passed, failed }: TrendRun): string {
  return `only some cases: ${passed} of ${passed + failed} passed`;
}

/** The rate and the means over time, and what they are now. */
function metricLines({ runs }: Trend, { say, columns, drawn }: TrendOptions): readonly string[] {
  const whole = runs.filter(({ partial }) => !partial);
  const last = whole.at(-1);
  if (last === undefined || whole.length < 2) return [];
  const names = last.metrics.map(({ name }) => name);
  const width = Math.min(22, Math.max(9, ...names.map((name) => widthOf(metricName(name)))));
  const row = (name: string, values: readonly (number | null)[], now: string) => {
    const line = drawn ? `${sparkline(values.slice(-mostMarks))}  ` : "";
    return truncate(`  ${padEnd(truncate(say.line(name), width), width)}  ${line}${now}`, columns);
  };
  const metrics = names.map((name) => {
    const values = whole.map(({ metrics: all }) => all.find((each) => each.name === name));
    const now = values.at(-1);
    const mean = now?.mean ?? null;
    const interval = now?.interval;
    const range =
      interval == null ? "" : ` (${scoreText(interval[0])} to ${scoreText(interval[1])})`;
    const text = mean === null ? "no score" : `${scoreText(mean)}${range}`;
    return row(
      metricName(name),
      values.map((each) => each?.mean ?? null),
      text,
    );
  });
  const rate = rateText(last.passed, last.passed + last.failed);
  const rates = whole.map(({ passRate }) => passRate);
  return ["", row("pass rate", rates, rate), ...metrics];
}

function caseLines({ cases, runs }: Trend, options: TrendOptions): readonly string[] {
  const { say, paint, columns, drawn } = options;
  if (runs.length < 2) return [];
  const ids = runs.map(({ runId }) => runId);
  const steady = cases.filter(({ course }) => course === "always-passed");
  const others = cases.filter(({ course }) => course !== "always-passed");
  const shown = others.slice(0, mostCases);
  const width = Math.min(28, Math.max(8, ...shown.map(({ evalId }) => widthOf(say.line(evalId)))));
  const marks = drawn
    ? "▁ passed  █ failed  ▄ not evaluated"
    : "✓ passed  ✗ failed  – not evaluated";
  const rows = shown.map((each) => {
    const name = padEnd(truncate(say.line(each.evalId), width), width);
    const bars = barcode(each.verdicts.slice(-mostMarks), options);
    return truncatePainted(`    ${name}  `, bars, `  ${courseText(each, ids)}`, columns);
  });
  const left = others.length - shown.length;
  const names = say.line(steady.map(({ evalId }) => evalId).join(", "));
  const folded =
    steady.length === 0
      ? []
      : [truncate(`    ${plural(steady.length, "case")} passed every time: ${names}`, columns)];
  const title = `  cases, latest change first; one mark a run: ${marks}`;
  return [
    "",
    ...wrap(title.trim(), columns - 4).map((line) => paint.quiet(`  ${line}`)),
    ...rows,
    ...(left > 0 ? [`    and ${left} more`] : []),
    ...folded,
  ];
}

/** Marks are painted, and what follows them gives way. */
function truncatePainted(
  head: string,
  { painted, width }: { readonly painted: string; readonly width: number },
  tail: string,
  columns: number,
): string {
  return `${head}${painted}${truncate(tail, Math.max(0, columns - widthOf(head) - width))}`;
}

function courseText(each: TrendCase, ids: readonly string[]): string {
  const { course, at, passed, failed } = each;
  const run = at === undefined ? "" : shortId(at, ids);
  switch (course) {
    case "broke":
      return `broke at ${run}`;
    case "fixed":
      return `fixed at ${run}`;
    case "flaky":
      return `flaky: ${failed} of ${passed + failed} failed`;
    case "always-failed":
      return "failed every time";
    case "never-evaluated":
      return "never evaluated";
    case "always-passed":
      return "passed every time";
  }
}
