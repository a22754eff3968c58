import { metricName } from "../../../../core/text/metric-name.ts";
import { numberText } from "../../../lib/amounts.ts";
import type { Run } from "../use-run.ts";

type RunSet = Run["about"]["sets"][number];

/** What an eval set was measured by, as its config says it. */
export function SetConfig({ set }: { readonly set: RunSet }) {
  const { evalSetId, name, path, hash, caseCount, config } = set;
  const judge = config.judge?.model ?? (config.judge?.isCode === true ? "code" : undefined);
  return (
    <section className="sect">
      <h2>{name ?? evalSetId}</h2>
      <dl className="pairs">
        <div>
          <dt>file</dt>
          <dd className="mono">{path ?? "made by a program"}</dd>
        </div>
        <div>
          <dt>cases</dt>
          <dd>{numberText(caseCount)}</dd>
        </div>
        <div>
          <dt>hash</dt>
          <dd className="mono">{hash.slice(0, 12)}</dd>
        </div>
        <div>
          <dt>config</dt>
          <dd className="mono">{config.path ?? "the defaults"}</dd>
        </div>
        {judge !== undefined && (
          <div>
            <dt>judge</dt>
            <dd className="mono">{judge}</dd>
          </div>
        )}
      </dl>
      <table className="tbl top">
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">Identifier</th>
            <th scope="col" className="num asks">
              Needs
            </th>
            <th scope="col">Settings</th>
          </tr>
        </thead>
        <tbody>
          {config.metrics.map((metric) => (
            <tr key={metric.name}>
              <th scope="row">{metricName(metric.name)}</th>
              <td className="mono">
                {metric.name} <span className="faint">v{metric.version}</span>
              </td>
              <td className="num">
                {metric.threshold === undefined
                  ? "informs"
                  : `${metric.direction === "lower" ? "≤" : "≥"} ${metric.threshold}`}
              </td>
              <td className="mono settings">{settingsText(metric)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function settingsText({ criterion }: RunSet["config"]["metrics"][number]): string {
  const { threshold: _, ...given } = criterion ?? {};
  const { include_intermediate_responses_in_final: withWords, ...others } = given;
  const rest = withWords === false ? others : given;
  return Object.keys(rest).length === 0 ? "" : JSON.stringify(rest);
}
