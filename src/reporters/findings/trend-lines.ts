import type { Trend, TrendCase, TrendRun } from "../../analysis/trends/trend.ts";
import { figurePlaces } from "../../core/text/figure-places.ts";
import { metricName } from "../../core/text/metric-name.ts";
import { plural } from "../../core/text/plural.ts";
import { passRateText } from "../text/amount-text.ts";
import { scoreText } from "../text/metric-words.ts";
import { storeWords } from "../text/next-text.ts";
import { padEnd, truncate, truncateMiddle, widthOf, wrap } from "../text/text-width.ts";
import type { DrawOptions } from "../text/trajectory-text.ts";
import { barcode, rateBar, sparkline } from "./trend-marks.ts";

export interface TrendOptions extends DrawOptions {
  /** True: with block characters, for a terminal; false: plain marks, for a file or a program. */
  readonly drawn: boolean;
  readonly timeText: (iso: string) => string;
  /** How a run is called on the command line. */
  readonly nameOf: (runId: string) => string;
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
    ...nextLines(trend, options),
    "",
  ];
}

/** The last change for the worse is what somebody looks at next. */
function nextLines({ cases, runs }: Trend, drawing: TrendOptions): readonly string[] {
  const { nameOf } = drawing;
  const broken = cases.find(({ course }) => course === "broke");
  const before = runs[broken?.verdicts.lastIndexOf("passed") ?? -1];
  if (broken?.at === undefined || before === undefined) return [];
  const names = `${nameOf(before.runId)} ${nameOf(broken.at)}`;
  return ["", `  Look closer:  assay compare ${names}${storeWords(drawing)}`];
}

function indented(line: string): string {
  return `  ${line}`;
}

function leftOutText({ leftOut }: Trend): string {
  const { older, unfinished, stoppedEarly, otherAgents } = leftOut;
  const parts = [
    ...(older > 0 ? [`${older} older`] : []),
    ...(unfinished > 0 ? [`${unfinished} unfinished`] : []),
    ...(stoppedEarly > 0 ? [`${stoppedEarly} stopped early`] : []),
    ...(otherAgents > 0 ? [`${otherAgents} of other agents`] : []),
  ];
  return parts.length === 0 ? "" : `${parts.join(", ")} left out`;
}

function runLines({ runs }: Trend, options: TrendOptions): readonly string[] {
  const { say, paint, columns, drawn, timeText, nameOf } = options;
  if (runs.length === 0) return [];
  const shown = runs.slice(-mostRuns);
  const named = Math.max(SHORTEST_NAME, ...shown.map(({ runId }) => widthOf(nameOf(runId))));
  const widest = Math.max(...shown.map((run) => widthOf(verdictsText(run))));
  const barWidth = drawn ? Math.min(WIDEST_BAR, columns - named - RUN_HEAD - 2 - widest) : 0;
  const rows = shown.flatMap((run) => {
    const name = padEnd(nameOf(run.runId), named);
    const isDrawn = barWidth >= SHORTEST_BAR && !run.partial;
    const bar = isDrawn ? `${rateBar(run, barWidth)}  ` : "";
    const text = `  ${name}  ${timeText(run.startedAt)}  ${bar}${verdictsText(run)}`;
    const changes = run.changes.filter(({ kind }) => kind !== "agent");
    const told = changes.map(({ text: change }) => `changed ${say.line(change)}`);
    return [
      truncate(text, columns),
      ...told.flatMap((line) =>
        wrap(line, columns - 13).map((each) => paint.quiet(`           ${each}`)),
      ),
    ];
  });
  const title = `  ${padEnd("run", named)}  ${padEnd("when", 16)}  pass rate, 95 % interval`;
  const left = runs.length - shown.length;
  const more = left > 0 ? [paint.quiet(`  ${plural(left, "earlier run")} in --reporter json`)] : [];
  return ["", paint.quiet(title), ...more, ...rows];
}

const SHORTEST_NAME = 7;
/** When a run was, and the spaces around that and its name. */
const RUN_HEAD = 22;
/** A bar gives way to what was counted: what was not evaluated is never cut off. */
const WIDEST_BAR = 20;
const SHORTEST_BAR = 6;

function verdictsText(run: TrendRun): string {
  const { partial, passed, failed, notEvaluated } = run;
  const rate = partial
    ? `only some cases: ${passed} of ${passed + failed} passed`
    : trendRateText(run);
  return notEvaluated === 0 ? rate : `${rate}, ${notEvaluated} not evaluated`;
}

export function trendRateText({ passed, failed, interval, clusters }: TrendRun): string {
  return passRateText({ passed, of: passed + failed, interval, clusters });
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
    const written = (score: number) => scoreText(score, figurePlaces(interval ?? null, mean));
    const range = interval == null ? "" : ` (${written(interval[0])} to ${written(interval[1])})`;
    const text = mean === null ? "no score" : `${written(mean)}${range}`;
    return row(
      metricName(name),
      values.map((each) => each?.mean ?? null),
      text,
    );
  });
  const rate = trendRateText(last);
  const rates = whole.map(({ passRate }) => passRate);
  return ["", row("pass rate", rates, rate), ...metrics];
}

function caseLines({ cases, runs }: Trend, options: TrendOptions): readonly string[] {
  const { say, paint, columns, drawn } = options;
  if (runs.length < 2) return [];
  const steady = cases.filter(({ course }) => course === "always-passed");
  const others = cases.filter(({ course }) => course !== "always-passed");
  const shown = others.slice(0, mostCases);
  const width = Math.min(28, Math.max(8, ...shown.map(({ evalId }) => widthOf(say.line(evalId)))));
  const marks = drawn
    ? "▁ passed  █ failed  ▄ not evaluated"
    : "✓ passed  ✗ failed  – not evaluated";
  const hasGaps = !drawn && shown.some(({ verdicts }) => verdicts.slice(-mostMarks).includes(null));
  const rows = shown.map((each) => {
    // ids that begin alike mostly end with what tells them apart
    const name = padEnd(truncateMiddle(say.line(each.evalId), width), width);
    const bars = barcode(each.verdicts.slice(-mostMarks), options);
    return truncatePainted(`    ${name}  `, bars, `  ${courseText(each, options)}`, columns);
  });
  const left = others.length - shown.length;
  const names = say.line(steady.map(({ evalId }) => evalId).join(", "));
  const folded =
    steady.length === 0
      ? []
      : [truncate(`    ${plural(steady.length, "case")} passed every time: ${names}`, columns)];
  const title = `cases, latest change first, by run:  ${marks}`;
  return [
    "",
    ...wrap(title, columns - 4).map((line) => paint.quiet(`  ${line}`)),
    ...(hasGaps ? [paint.quiet("  · not part of that run")] : []),
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

function courseText(each: TrendCase, { nameOf }: TrendOptions): string {
  const { course, at, passed, failed, notEvaluated } = each;
  const run = at === undefined ? "" : nameOf(at);
  switch (course) {
    case "broke":
      return `broke at ${run}`;
    case "fixed":
      return `fixed at ${run}`;
    case "flaky":
      return `flaky: ${failed} of ${passed + failed} failed`;
    case "always-failed":
      return notEvaluated === 0 ? "failed every time" : "failed whenever it was evaluated";
    case "passed-when-evaluated":
      return `not evaluated in ${notEvaluated} of ${plural(passed + notEvaluated, "run")}`;
    case "never-evaluated":
      return "never evaluated";
    case "always-passed":
      return "passed every time";
  }
}
