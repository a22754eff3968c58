import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { metricName } from "../../../../core/text/metric-name.ts";
import { Distribution } from "../../../components/plots/distribution.tsx";
import { PlotTable } from "../../../components/plots/plot-table.tsx";
import { Problem } from "../../../components/problem.tsx";
import { casesText, countText, dollarsText, numberText } from "../../../lib/amounts.ts";
import { call } from "../../../lib/api.ts";
import { amountText, scoreText, secondsText } from "../../../lib/words.ts";
import type { Columns, RunTabProps } from "../use-run.ts";
import { CostliestCases } from "./costliest-cases.tsx";

const kinds = [
  ["cost", "Cost of the agent’s models, a case", dollarsText],
  ["latency", "Seconds the agent took, a case", secondsText],
  ["tokens", "Tokens of the agent’s models, a case", countText],
  ["judging", "Cost of judges and simulated users, a case", dollarsText],
] as const;

/** What the run took, and how that and its scores are spread over the cases. */
export function CostTab({ run, columns }: RunTabProps) {
  const { data, error } = useQuery({
    queryKey: ["run", run.runId, "values"],
    queryFn: ({ signal }) => call("GET /runs/:run/values", { params: { run: run.runId }, signal }),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined || columns === undefined) {
    return <div className="wait-block" aria-busy="true" />;
  }
  const known = kinds.filter(([name]) => data[name].length > 0);
  const unknown = kinds.filter(([name]) => name !== "judging" && data[name].length === 0);
  return (
    <div className="sections">
      {known.map(([name, words, format]) => (
        <section key={name} className="sect">
          <h2>{words}</h2>
          <p className="small muted">
            {numberText(data[name].length)} of {numberText(run.totals.cases)} cases tell;{" "}
            {columns.totals[name] !== undefined && `${format(columns.totals[name])} in all`}
          </p>
          <Distribution label={words} values={data[name]} format={format} />
        </section>
      ))}
      {unknown.length > 0 && (
        <section className="sect">
          <h2>Not known</h2>
          {unknown.map(([name, words]) => (
            <p key={name} className="small muted">
              {words}: {whyUnknown[name as keyof typeof whyUnknown]}
            </p>
          ))}
        </section>
      )}
      {columns.metrics
        .filter(({ n }) => n > 0)
        .map((metric) => (
          <Scores key={metric.name} metric={metric} />
        ))}
      <CostliestCases run={run} />
    </div>
  );
}

const whyUnknown = {
  cost: "the agent reports no model and tokens of its calls, or the price of the model is not known. A config says prices under model_prices.",
  latency: "the conversations have no times.",
  tokens: "the agent reports none.",
};

function Scores({ metric }: { readonly metric: Columns["metrics"][number] }) {
  const { name, bins, from, to, threshold, n, notEvaluated, direction, passed, failed } = metric;
  const most = Math.max(1, ...bins);
  const width = (to - from) / bins.length;
  const format = threshold === undefined ? amountText : scoreText;
  const label = `Scores of ${metricName(name)}, ${casesText(n)}`;
  const min = threshold === undefined ? undefined : (threshold - from) / (to - from || 1);
  const says =
    threshold === undefined
      ? ""
      : `, ${numberText(passed)} of ${numberText(passed + failed)} pass ${direction === "lower" ? "≤" : "≥"} ${threshold}`;
  return (
    <section className="sect">
      <h2 title={name} className="capital">
        {metricName(name)}
      </h2>
      <p className="small muted">
        {numberText(n)} scored
        {notEvaluated > 0 && `, ${numberText(notEvaluated)} not evaluated and left out`}
        {says}
      </p>
      <figure className="plot">
        <div
          className={min === undefined ? "hist tall plain" : "hist tall"}
          style={{ "--min": `${100 * (min ?? 0)}%` } as React.CSSProperties}
        >
          <svg
            viewBox={`0 0 ${bins.length} 20`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${label}${says}`}
          >
            {bins.map((count, at) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: bins have no other name than their place
                key={at}
                x={at + 0.1}
                width={0.8}
                y={20 - (20 * count) / most}
                height={(20 * count) / most}
              />
            ))}
          </svg>
        </div>
        <p className="axis-ends small faint">
          <span>{format(from)}</span>
          <span>{format(to)}</span>
        </p>
        <PlotTable
          label={label}
          head={["Scores", "Cases"]}
          rows={bins.map((count, at) => [
            `${format(from + at * width)} to ${format(from + (at + 1) * width)}`,
            numberText(count),
          ])}
        />
      </figure>
    </section>
  );
}
