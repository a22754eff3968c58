import { percent } from "../../core/text/percent.ts";
import { plural } from "../../core/text/plural.ts";
import type { Trend, TrendDrift, TrendRun, TrendTally } from "./trend.ts";

/** What is to be said of the whole, for somebody who looks once. */
export function trendSentence(
  { drift, runs }: Pick<Trend, "drift" | "runs">,
  nameOf: (runId: string) => string,
): string {
  const whole = runs.filter(({ partial }) => !partial);
  if (whole.length < 2) {
    return whole.length === 1
      ? "One run is no trend yet."
      : "No run of the whole set has ended yet, so there is no trend.";
  }
  if (drift === null) {
    return "Too little can be compared to call a trend: the runs share too few evaluated cases since the criteria last changed.";
  }
  if (drift.direction === null) return steadyText(drift);
  return driftText(drift, runs, nameOf);
}

function steadyText({ runs, cases }: TrendDrift): string {
  return `No drift: in ${plural(runs, "run")} over ${plural(cases, "case")} nothing shows that the pass rate left that of the first of them.`;
}

function driftText(
  { direction, since, before, after }: TrendDrift,
  runs: readonly TrendRun[],
  nameOf: (runId: string) => string,
): string {
  const run = runs.find(({ runId }) => runId === since);
  const commit = run?.git === undefined ? "" : `, git ${run.git.commit.slice(0, 7)}`;
  const when = run === undefined ? "" : ` (${run.startedAt.slice(0, 10)}${commit})`;
  const moved = direction === "down" ? "has fallen" : "has risen";
  const rates = `${rateText(before)} before, ${rateText(after)} since`;
  const beside = (run?.changes ?? []).map(({ text }) => text);
  const also = beside.length === 0 ? "" : ` Changed there: ${beside.join("; ")}.`;
  return `The pass rate ${moved} since run ${nameOf(since ?? "")}${when}: ${rates}.${also}`;
}

function rateText(tally: TrendTally | null): string {
  if (tally === null || tally.evaluated === 0) return "nothing evaluated";
  const { passed, evaluated } = tally;
  return `${percent(passed / evaluated)} % of ${plural(evaluated, "verdict")}`;
}
