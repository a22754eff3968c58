import { useState } from "react";
import { metricName } from "../../../core/text/metric-name.ts";
import { Lines } from "../../components/plots/lines.tsx";
import { numberText } from "../../lib/amounts.ts";
import { metricLines, rateLine, type ShownTrend, type TrendLine } from "./trend-runs.ts";

const MOST_METRICS = 3;

/** The pass rate and the means over time, each with its interval as a band. */
export function TrendLines({ shown: { trend } }: { readonly shown: ShownTrend }) {
  const [isAll, setAll] = useState(false);
  const metrics = metricLines(trend);
  const left = metrics.length - MOST_METRICS;
  const last = trend.runs.findLast(({ partial }) => !partial);
  return (
    <>
      <Line
        line={rateLine(trend)}
        name="Pass rate"
        hint={
          last === undefined
            ? ""
            : `${numberText(last.passed)} of ${numberText(last.passed + last.failed)} evaluated`
        }
      />
      {(isAll ? metrics : metrics.slice(0, MOST_METRICS)).map((line) => (
        <Line
          key={line.id}
          line={line}
          name={metricName(line.id)}
          hint={
            line.threshold === undefined ? "" : `dashed: threshold ${line.format(line.threshold)}`
          }
        />
      ))}
      {left > 0 && (
        <button type="button" className="fold" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? "Fewer metrics" : `${left} more metrics`}
        </button>
      )}
    </>
  );
}

interface LineProps {
  readonly line: TrendLine;
  readonly name: string;
  readonly hint: string;
}

function Line({ line: { id, points, scale, threshold, format }, name, hint }: LineProps) {
  const now = points.findLast(({ value }) => value !== null);
  const value = now?.value ?? null;
  const said = value === null ? "never measured" : `now ${format(value)}`;
  return (
    <section className="pr trendline" aria-label={name} title={id}>
      <div>
        <h2>{name}</h2>
        <span className="small muted">{hint}</span>
        <span className="y" aria-hidden="true">
          {format(scale[1])}
        </span>
        <span className="y" aria-hidden="true">
          {format(scale[0])}
        </span>
      </div>
      <Lines
        label={`${name} over ${points.length} runs, ${said}`}
        points={points}
        scale={scale}
        threshold={threshold}
      />
      <div>
        {value === null ? (
          <span className="small muted">never measured</span>
        ) : (
          <>
            <span className="nowval">{format(value)}</span>{" "}
            <span className="small muted">
              {now?.interval == null
                ? "no interval"
                : `${format(now.interval[0])} to ${format(now.interval[1])}`}
            </span>
          </>
        )}
      </div>
    </section>
  );
}
