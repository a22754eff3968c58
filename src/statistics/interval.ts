/** From where to where a figure may lie; written as `[low, high]`. */
export type Interval = readonly [low: number, high: number];

/** How sure an interval is, when nobody says otherwise. */
export const usualConfidence = 0.95;

export interface ConfidenceOptions {
  /** Share of such intervals that hold the truth: 0.95 when left out. */
  readonly confidence?: number;
}
