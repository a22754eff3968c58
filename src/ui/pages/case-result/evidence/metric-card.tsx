import type { ReactNode } from "react";
import type { CallEndEvent, CaseResult, MetricResult } from "../../../../core/run.ts";
import { metricName } from "../../../../core/text/metric-name.ts";
import { isErred } from "../../../../core/verdict.ts";
import { Glyph, type State } from "../../../components/glyph.tsx";
import { reasonWords, scoreText } from "../../../lib/words.ts";
import { ComparedMeanings } from "./compared-meanings.tsx";
import { JudgeSays } from "./judge-says.tsx";
import { Meter } from "./meter.tsx";
import { Rubrics } from "./rubrics.tsx";

interface MetricCardProps {
  readonly metric: MetricResult;
  readonly result: CaseResult;
  readonly at: number;
  readonly calls: readonly CallEndEvent[];
  readonly isCurrent: boolean;
  readonly rubrics?: Readonly<Record<string, string>> | undefined;
  readonly actions?: ReactNode;
}

/** One metric's evidence: its score on its scale, and why, whether it passed or not. */
export function MetricCard(props: MetricCardProps) {
  const { metric, result, at, calls, isCurrent, rubrics, actions } = props;
  const { name, score, threshold, direction, reason, coverage } = metric;
  const turn = metric.perInvocation[at];
  const state = stateOf(metric);
  const needs = direction === "lower" ? "allows" : "needs";
  return (
    <section
      className="ev"
      aria-label={metricName(name)}
      aria-current={isCurrent ? "true" : undefined}
    >
      <header title={name}>
        <Glyph state={state} />
        <h2 className="capital">{metricName(name)}</h2>
        <span className={state === "failed" ? "score t-fail" : "score"}>
          {score === undefined ? reason && reasonWords[reason] : scoreText(score)}
          {threshold !== undefined && (
            <small>
              {" "}
              {needs} {scoreText(threshold)}
            </small>
          )}
        </span>
      </header>
      {score !== undefined && threshold !== undefined && (
        <Meter score={score} threshold={threshold} state={state} direction={direction} />
      )}
      {explanations(metric, at, result.invocations.length).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {coverage !== undefined && (
        <p>
          Scored {coverage.scored} of {coverage.of}.
        </p>
      )}
      <Rubrics
        details={turn?.details ?? metric.details}
        evalCase={result.evalCase}
        configured={rubrics}
      />
      <ComparedMeanings details={metric.details} />
      <JudgeSays metric={name} details={turn?.details ?? metric.details} calls={calls} turn={at} />
      {actions}
    </section>
  );
}

function stateOf({ status, reason }: MetricResult): State {
  if (status === "informational") return "passed";
  return isErred(status, reason) && status === "not-evaluated" ? "errored" : status;
}

/** What it says of the whole and of this turn; of what says nothing itself, what its number means. */
function explanations(metric: MetricResult, at: number, turns: number): readonly string[] {
  const { detail, perInvocation, status, score, threshold } = metric;
  const own = perInvocation[at];
  const said = own?.trajectory?.why ?? own?.why;
  const texts = [
    ...(detail === undefined ? [] : [detail]),
    ...(said === undefined || said === "" ? [] : [turns > 1 ? `Turn ${at + 1}: ${said}` : said]),
    ...otherTurns(metric, at),
  ];
  if (texts.length > 0 || score === undefined || threshold === undefined) return texts;
  const scored = perInvocation.filter((turn) => turn.score !== undefined).length;
  const what = scored > 1 ? `The mean of ${scored} turns` : "The score";
  return [`${what} ${status === "passed" ? "meets" : "misses"} what is asked for.`];
}

/** The scores of a conversation's other turns, which the mean is made of. */
function otherTurns({ perInvocation }: MetricResult, at: number): readonly string[] {
  if (perInvocation.length < 2) return [];
  const texts = perInvocation.flatMap(({ score, reason, unasked }, turn) => {
    if (turn === at || unasked === true) return [];
    const why = reason === undefined ? "not scored" : reasonWords[reason];
    return [`turn ${turn + 1} ${score === undefined ? why : scoreText(score)}`];
  });
  const own = perInvocation[at]?.score;
  const here = own === undefined ? "" : `This turn ${scoreText(own)}; `;
  return texts.length === 0 ? [] : [`${here}${texts.join(", ")}.`];
}
