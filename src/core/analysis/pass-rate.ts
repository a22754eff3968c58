/** A share of cases, with what it says of all the cases that were not asked. */
export interface PassRate {
  readonly passed: number;
  /** Cases with a verdict. */
  readonly of: number;
  /** 95 %: Wilson's, or by clusters where any case belongs to one. Null for fewer than two of what is counted. */
  readonly interval: readonly [low: number, high: number] | null;
  /** How many clusters the cases are in; null where none declares one. */
  readonly clusters: number | null;
}
