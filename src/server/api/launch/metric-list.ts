import { z } from "zod";
import type { MetricNeed } from "../../../core/metric.ts";
import { metricName } from "../../../core/text/metric-name.ts";
import type { Direction } from "../../../core/verdict.ts";
import { metricDefinitions } from "../../../metrics/index.ts";
import { route } from "../route.ts";

export interface MetricEntry {
  readonly name: string;
  /** What screens call it. */
  readonly plainName: string;
  readonly about: string;
  readonly direction: Direction;
  readonly min: number;
  readonly max?: number | undefined;
  readonly needs: readonly MetricNeed[];
  /** True: it decides nothing unless it is given a threshold. */
  readonly informational: boolean;
  /** What a threshold begins with; undefined where only the project can say. */
  readonly threshold?: number | undefined;
}

export const metricList = route({
  summary: "Every metric: what it asks, its range and direction, and what it needs.",
  reply: z.object({ metrics: z.array(z.custom<MetricEntry>()).readonly() }),
  async handle({ setTag, parts }) {
    setTag(parts.version);
    return {
      metrics: metricDefinitions
        .filter(({ create }) => create !== undefined)
        .map(({ name, description, direction, range, needs, informational }) => ({
          name,
          plainName: metricName(name),
          about: description,
          direction,
          min: range.min,
          max: range.max,
          needs,
          informational: informational === true,
          threshold: beginning(name, range, direction),
        })),
    };
  },
});

/** As the reference has it for its two defaults; four fifths of the way for others whose scores have two ends. */
function beginning(
  name: string,
  { min, max }: { readonly min: number; readonly max?: number | undefined },
  direction: Direction,
): number | undefined {
  if (name === "tool_trajectory_avg_score") return 1;
  if (max === undefined) return undefined;
  const share = direction === "higher" ? 0.8 : 0.2;
  return Number((min + share * (max - min)).toFixed(2));
}
