/** From where to where a figure may lie; written as `[low, high]`. */
export type Interval = readonly [low: number, high: number];

/** No further than where the figure itself can lie, whatever a t distribution says. */
export function withinRange(interval: Interval | null, [low, high]: Interval): Interval | null {
  return interval && [Math.max(low, interval[0]), Math.min(high, interval[1])];
}

/** How sure an interval is, when nobody says otherwise. */
export const usualConfidence = 0.95;

export interface ConfidenceOptions {
  /** Share of such intervals that hold the truth: 0.95 when left out. */
  readonly confidence?: number;
}
