import type { MetricRange } from "../metric.ts";
import type { Direction } from "../verdict.ts";

/** What a threshold outside of a metric's scores does; undefined for one among them. */
export function reachOf(
  threshold: number,
  { min, max }: MetricRange,
  direction: Direction,
): "every score passes" | "every score fails" | undefined {
  const below = threshold < min;
  if (!below && (max === undefined || threshold <= max)) return undefined;
  return below === (direction === "higher") ? "every score passes" : "every score fails";
}

export function rangeText({ min, max }: MetricRange): string {
  return max === undefined ? `${min} and up` : `${min} to ${max}`;
}
