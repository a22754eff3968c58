import { metricName } from "../../../core/text/metric-name.ts";
import { PlotTable } from "../../components/plots/plot-table.tsx";
import { timeText } from "../../lib/words.ts";
import { courseText, metricLines, rateLine, type ShownTrend } from "./trend-runs.ts";

/** What the marks mean, and everything that is drawn above as two tables. */
export function TrendFoot({ shown }: { readonly shown: ShownTrend }) {
  const { trend, names, marks } = shown;
  if (trend.runs.length === 0) return null;
  const lines = [rateLine(trend), ...metricLines(trend)];
  const nameOf = (runId: string) =>
    names[trend.runs.findIndex((run) => run.runId === runId)] ?? runId;
  const rows = trend.runs.map((run, at) => [
    names[at] ?? run.runId,
    timeText(run.startedAt),
    run.partial ? "only some cases" : `${run.passed} of ${run.passed + run.failed}`,
    ...lines.map(({ points, format }) => pointText(points[at], format)),
    marks.find((mark) => mark.at === at)?.texts.join("; ") ?? "",
  ]);
  return (
    <footer className="trendfoot">
      <p className="legend">
        <span>
          <i /> passed
        </span>
        <span>
          <i className="f" /> failed
        </span>
        <span>
          <i className="e" /> errored
        </span>
        <span>
          <i className="n" /> not evaluated
        </span>
        <span className="wide">gap: not in that run</span>
        <span className="push">A cliff is a regression. Static is a flake.</span>
      </p>
      <PlotTable
        label="Runs, oldest first"
        summary="Runs as a table"
        head={[
          "Run",
          "When",
          "Passed",
          "Pass rate",
          ...lines.slice(1).map(({ id }) => metricName(id)),
          "Changed",
        ]}
        rows={rows}
      />
      <PlotTable
        label="Cases, latest change first"
        summary="Cases as a table"
        head={["Case", "Passed", "Failed", "Not evaluated", "What happened"]}
        rows={trend.cases.map((each) => [
          each.evalId,
          `${each.passed}`,
          `${each.failed}`,
          `${each.notEvaluated}`,
          courseText(each, nameOf),
        ])}
      />
    </footer>
  );
}

type Point = ReturnType<typeof rateLine>["points"][number];

function pointText(point: Point | undefined, format: (value: number) => string): string {
  if (point === undefined || point.value === null) return "none";
  const { value, interval } = point;
  const range = interval === null ? "" : ` (${format(interval[0])} to ${format(interval[1])})`;
  return `${format(value)}${range}`;
}
