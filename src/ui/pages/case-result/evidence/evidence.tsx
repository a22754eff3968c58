import { type ReactNode, useEffect } from "react";
import type { CallEndEvent, CaseResult } from "../../../../core/run.ts";
import { metricName } from "../../../../core/text/metric-name.ts";
import { amountText, reasonWords } from "../../../lib/words.ts";
import { MetricCard } from "./metric-card.tsx";

interface EvidenceProps {
  readonly result: CaseResult;
  /** The turn that is shown. */
  readonly at: number;
  /** Model calls of ours, where they are known. */
  readonly calls?: readonly CallEndEvent[] | undefined;
  /** What the rubrics of the config ask, by their ids. */
  readonly rubrics?: Readonly<Record<string, string>> | undefined;
  /** The metric that is looked at. */
  readonly current?: string | undefined;
  /** Where several cases are on one page, whose evidence it is. */
  readonly label?: string | undefined;
  /** What can be done about a metric. */
  readonly actions?: ((metric: string) => ReactNode) | undefined;
}

/** What every metric says, and why, whether it passed or not. */
export function Evidence(props: EvidenceProps) {
  const { result, at, calls = [], rubrics, current: asked, label = "Evidence", actions } = props;
  const deciding = result.metrics.filter(({ status }) => status !== "informational");
  const informing = result.metrics.filter(({ status }) => status === "informational");
  useEffect(() => {
    if (asked === undefined) return;
    document.querySelector('.ev[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  }, [asked]);
  return (
    <aside className="pane evidence" aria-label={label}>
      {deciding.map((metric) => (
        <MetricCard
          key={metric.name}
          metric={metric}
          result={result}
          at={at}
          calls={calls}
          rubrics={rubrics}
          isCurrent={metric.name === asked}
          actions={actions?.(metric.name)}
        />
      ))}
      {deciding.length === 0 && <p className="ev">{whyNone(result)}</p>}
      {informing.length > 0 && (
        <dl className="ev pairs">
          {informing.map(({ name, score }) => (
            <div key={name} title={name}>
              <dt>{metricName(name)}</dt>
              <dd>{score === undefined ? "unknown" : amountText(score)}</dd>
            </div>
          ))}
        </dl>
      )}
    </aside>
  );
}

/** Nothing that is missing looks like nothing that was wanted. */
function whyNone({ reason, status }: CaseResult): string {
  if (reason === undefined) return "No metric was asked.";
  const why =
    status === "failed" ? "The conversation failed before metrics could be" : "Not evaluated";
  return status === "failed"
    ? `${why} asked: ${reasonWords[reason]}.`
    : `${why}: ${reasonWords[reason]}. No metric was asked.`;
}
