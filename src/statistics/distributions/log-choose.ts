import { logBeta } from "./log-beta.ts";

/** The logarithm of the number of ways to choose k of n. */
export function logChoose(n: number, k: number): number {
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  if (k === 0 || k === n) return 0;
  return -Math.log(n + 1) - logBeta(n - k + 1, k + 1);
}
