import type { TurnScore } from "../core/metric-outcome.ts";
import { planMetric } from "../project/metrics/plan-metrics.ts";
import type { ComparedTurns } from "./expected-calls.ts";
import { withHint } from "./matcher-answer.ts";

interface MeasuredTurns {
  readonly score: number;
  readonly turns: readonly TurnScore[];
}

/** Asks one deterministic metric about turns at hand. What it cannot answer is an error: `not` must not make it green. */
export function measureTurns(
  name: "tool_trajectory_avg_score" | "response_match_score",
  criterion: unknown,
  { actual, expected, settings }: ComparedTurns,
): MeasuredTurns {
  const metric = withHint(() => planMetric(name, criterion));
  const outcome = metric.measure?.({
    evalCase: {
      evalId: "compared",
      conversation: expected,
      creationTimestamp: 0,
      ...(settings === undefined ? {} : { assay: settings }),
    },
    actual,
    expected,
    earlier: [],
    signal: new AbortController().signal,
  });
  if (outcome === undefined || outcome instanceof Promise || outcome.kind !== "scored") {
    const why = outcome !== undefined && "detail" in outcome ? outcome.detail : "it gave no score.";
    throw new Error(`${name} could not be measured: ${why}`);
  }
  return { score: outcome.score, turns: outcome.perInvocation };
}
