import type { TurnScore } from "../../../core/metric-outcome.ts";
import type { MetricResult } from "../../../core/run.ts";
import type { Attributes } from "../../../core/traces/span.ts";
import type { Status } from "../../../core/verdict.ts";

/** What a metric said of one turn, as a `gen_ai.evaluation.result` event tells it. */
export interface EvaluationResult {
  /** Counted from 0: the span of this turn is the one that was evaluated. */
  readonly turn: number;
  readonly attributes: Attributes;
}

/** One event for each turn that a metric scored; one on the last turn where it scored the conversation as a whole, or could not. */
export function evaluationResults(
  metrics: readonly MetricResult[],
  turnCount: number,
): readonly EvaluationResult[] {
  if (turnCount === 0) return [];
  return metrics.flatMap((metric) => {
    const scored = metric.perInvocation
      .slice(0, turnCount)
      .flatMap((score, turn) => (score.score === undefined ? [] : [{ score, turn }]));
    const last = turnCount - 1;
    if (scored.length === 0) return [{ turn: last, attributes: wholeOf(metric) }];
    return scored.map(({ score, turn }) => ({ turn, attributes: turnOf(metric, score) }));
  });
}

const labels: Readonly<Record<Status, string | undefined>> = {
  passed: "pass",
  failed: "fail",
  "not-evaluated": "not_evaluated",
  informational: undefined,
};

function turnOf({ name, status }: MetricResult, turn: TurnScore): Attributes {
  // a metric without a verdict of its own has none for a turn either
  const own = status === "informational" ? status : turn.status;
  return attributesOf(name, { score: turn.score, status: own, why: turn.why });
}

function wholeOf({ name, score, status, reason, detail }: MetricResult): Attributes {
  const attributes = attributesOf(name, { score, status, why: detail });
  const isBroken = reason !== undefined && reason !== "missing-reference" && score === undefined;
  if (!isBroken) return attributes;
  // what failed to evaluate gives no label
  const { "gen_ai.evaluation.score.label": _, ...rest } = attributes;
  return { ...rest, "error.type": reason };
}

/** As long as a backend is sure to keep it. */
const LONGEST = 2048;

function attributesOf(
  name: string,
  said: {
    readonly score?: number | undefined;
    status?: Status | undefined;
    why?: string | undefined;
  },
): Attributes {
  const label = said.status && labels[said.status];
  return {
    "gen_ai.evaluation.name": name,
    ...(said.score !== undefined && { "gen_ai.evaluation.score.value": said.score }),
    ...(label !== undefined && { "gen_ai.evaluation.score.label": label }),
    ...(said.why && { "gen_ai.evaluation.explanation": said.why.slice(0, LONGEST) }),
  };
}
