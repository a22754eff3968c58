import type { CSSProperties } from "react";
import type { HtmlReport, ReportedMetric } from "../../core/analysis/html-report.ts";
import { metricName } from "../../core/text/metric-name.ts";
import { numberText } from "../lib/amounts.ts";
import { scoreText } from "../lib/words.ts";

/** The mean of each metric over the cases, with its interval and what it is held against. */
export function ReportMetrics({ report }: { readonly report: HtmlReport }) {
  const { metrics } = report;
  const deciding = metrics.filter(({ threshold }) => threshold !== undefined);
  const informing = metrics.filter(
    ({ threshold, mean }) => threshold === undefined && mean !== undefined,
  );
  if (metrics.length === 0) return null;
  return (
    <section aria-label="Metrics">
      <h2>
        Metrics <span className="small muted">mean over cases, 95% interval, threshold dashed</span>
      </h2>
      <table className="t">
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col" className="num">
              Mean
            </th>
            <th scope="col">Scale 0 to 1</th>
            <th scope="col">Interval</th>
            <th scope="col" className="num">
              Threshold
            </th>
            <th scope="col" className="num">
              {report.trials > 1 ? "Trials passed" : "Passed"}
            </th>
          </tr>
        </thead>
        <tbody>
          {deciding.map((metric) => (
            <Row key={metric.name} metric={metric} />
          ))}
        </tbody>
      </table>
      {informing.length > 0 && (
        <dl className="facts informing">
          {informing.map(({ name, mean = 0 }) => (
            <div key={name} title={name}>
              <dt>{metricName(name)}, mean</dt>
              <dd>{numberText(Number(mean.toPrecision(2)))}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

type Interval = ReportedMetric["interval"];

function Row({ metric }: { readonly metric: ReportedMetric }) {
  const { name, mean, threshold = 0, direction, passed, failed, notEvaluated } = metric;
  const ends = metric.interval;
  const isShare = mean !== undefined && mean >= 0 && mean <= 1 && threshold <= 1;
  return (
    <tr>
      <th scope="row" title={name}>
        {metricName(name)}
      </th>
      <td className="num">
        <strong>{mean === undefined ? "none" : scoreText(mean)}</strong>
      </td>
      <td>
        {isShare && (
          <span className="range" style={placesOf(mean, ends, threshold)} aria-hidden="true">
            {ends !== null && <b />}
            <s />
            <i />
          </span>
        )}
      </td>
      <td className="muted">
        {ends === null ? "none" : `${scoreText(ends[0])} to ${scoreText(ends[1])}`}
      </td>
      <td className="num muted">
        {direction === "lower" ? "≤" : "≥"} {scoreText(threshold)}
      </td>
      <td className="num">
        {numberText(passed)} of {numberText(passed + failed)}
        {notEvaluated > 0 && `, ${numberText(notEvaluated)} not evaluated`}
      </td>
    </tr>
  );
}

function placesOf(mean: number, ends: Interval, threshold: number): CSSProperties {
  const percent = (share: number) => `${(100 * Math.min(1, Math.max(0, share))).toFixed(1)}%`;
  const [low, high] = ends ?? [mean, mean];
  return {
    "--lo": percent(low),
    "--hi": percent(high),
    "--at": percent(mean),
    "--ref": percent(threshold),
  } as CSSProperties;
}
