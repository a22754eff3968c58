import type { CaseResult, MetricResult } from "../../../core/run.ts";
import { metricName } from "../../../core/text/metric-name.ts";
import { Glyph } from "../../components/glyph.tsx";
import { amountText, reasonWords, scoreText } from "../../lib/words.ts";

interface EvidenceProps {
  readonly result: CaseResult;
  /** The turn that is shown. */
  readonly at: number;
  /** Where several cases are on one page, whose evidence it is. */
  readonly label?: string | undefined;
}

/** What every metric says, and why, whether it passed or not. */
export function Evidence({ result, at, label = "Evidence" }: EvidenceProps) {
  const deciding = result.metrics.filter(({ status }) => status !== "informational");
  const informing = result.metrics.filter(({ status }) => status === "informational");
  return (
    <aside className="pane evidence" aria-label={label}>
      {deciding.map((metric) => (
        <Metric key={metric.name} metric={metric} at={at} />
      ))}
      {deciding.length === 0 && <p className="ev">No metric was asked.</p>}
      {informing.length > 0 && (
        <dl className="ev facts">
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

function Metric({ metric, at }: { readonly metric: MetricResult; readonly at: number }) {
  const { name, status, score, threshold, direction, reason, detail, coverage, perInvocation } =
    metric;
  const turn = perInvocation[at];
  const needs = direction === "lower" ? "allows" : "needs";
  return (
    <section className="ev" aria-label={metricName(name)}>
      <header title={name}>
        <Glyph state={status === "informational" ? "passed" : status} />
        <h2>{metricName(name)}</h2>
        <span className={status === "failed" ? "score t-fail" : "score"}>
          {score === undefined ? reason && reasonWords[reason] : scoreText(score)}
          {threshold !== undefined && (
            <small>
              {" "}
              {needs} {scoreText(threshold)}
            </small>
          )}
        </span>
      </header>
      {detail !== undefined && <p>{detail}</p>}
      {coverage !== undefined && (
        <p>
          Scored {coverage.scored} of {coverage.of}.
        </p>
      )}
      {turn?.why !== undefined && (
        <p>
          Turn {at + 1}: {turn.why}
        </p>
      )}
      <Rubrics details={turn?.details ?? metric.details} />
    </section>
  );
}

interface RubricScore {
  readonly rubricId?: string;
  readonly score?: number | null;
  readonly rationale?: string;
}

/** Judged item by item, each with what the judge says of it. */
function Rubrics({ details }: { readonly details: MetricResult["details"] }) {
  const scores = details?.rubricScores;
  if (!Array.isArray(scores)) return null;
  return (
    <ul className="rubric">
      {(scores as readonly RubricScore[]).map(({ rubricId = "", score, rationale }) => (
        <li key={rubricId}>
          <Glyph state={score == null ? "not-evaluated" : score > 0 ? "passed" : "failed"} />
          {rubricId}
          {rationale !== undefined && <small>{rationale}</small>}
        </li>
      ))}
    </ul>
  );
}
