import type { Invocation } from "../../core/invocation.ts";
import type { MetricRead } from "../../core/metric.ts";
import type { MetricDetails, MetricOutcome, TurnScore } from "../../core/metric-outcome.ts";
import { type BuiltInMetric, builtInMetric } from "../built-in-metric.ts";
import type { MetricName } from "../metric-settings.ts";
import { noSettings } from "../no-settings.ts";

/** A figure about a turn or a conversation; undefined is unknown, never zero. */
interface Figure {
  readonly score: number | undefined;
  readonly details?: MetricDetails | undefined;
}

interface EfficiencyMetric {
  readonly name: string;
  readonly description: string;
  readonly reads: readonly MetricRead[];
  /** What the agent would have to tell for the figure to be known: "token counts". */
  readonly reported: string;
  readonly ofTurn: (turn: Invocation) => Figure;
  /** Asked only when there are turns. */
  readonly overall: (turns: readonly Figure[]) => Figure;
  /** False where figures are there and still nobody reported them; a limit then decides nothing. Reported wherever known, unless given. */
  readonly isReported?: (turns: readonly Figure[]) => boolean;
}

/** One of ADK's efficiency metrics: it informs, unless a threshold says how much is at most allowed. */
export function efficiencyMetric<const Name extends MetricName>(
  metric: EfficiencyMetric & { readonly name: Name },
): BuiltInMetric<Name, object> {
  const { name, description, reads } = metric;
  return builtInMetric({
    name,
    description,
    version: 1,
    range: { min: 0, max: undefined },
    direction: "lower",
    reads,
    needs: [],
    informational: true,
    criterion: noSettings(name),
    create: (_criterion, { threshold }) => {
      return ({ actual, evalCase }) =>
        measure(metric, actual, evalCase.assay?.thresholds?.[name] ?? threshold);
    },
  });
}

function measure(
  metric: EfficiencyMetric,
  actual: readonly Invocation[],
  threshold: number | undefined,
): MetricOutcome {
  const figures = actual.map(metric.ofTurn);
  const { score, details } = figures.length === 0 ? NO_FIGURE : metric.overall(figures);
  if (threshold === undefined) {
    return { kind: "informational", score, perInvocation: figures, details };
  }
  const isReported = metric.isReported?.(figures) ?? true;
  const turns = figures.map((figure) =>
    figure.score === undefined || !isReported ? unknown(metric, figure) : figure,
  );
  if (score !== undefined && isReported)
    return { kind: "scored", score, perInvocation: turns, details };
  return {
    kind: "not-evaluated",
    reason: "unsupported",
    detail: `${metric.name} needs ${metric.reported}, and the agent reports none. Leave its threshold out.`,
    perInvocation: turns,
  };
}

const NO_FIGURE: Figure = { score: undefined };

function unknown({ reported }: EfficiencyMetric, figure: Figure): TurnScore {
  return {
    ...figure,
    score: undefined,
    reason: "unsupported",
    why: `The agent reported no ${reported} in this turn.`,
  };
}
