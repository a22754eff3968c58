import { needCounts, needProbability } from "../need-finite.ts";
import { betaCdf, betaPower } from "./beta.ts";

/** How likely exactly k of n are, when each has the chance p. */
export function binomialPmf(k: number, n: number, p: number): number {
  needChance(k, n, p);
  if (p === 0 || p === 1) return (p === 0 ? 0 : n) === k ? 1 : 0;
  if (k === 0) return Math.exp(n * Math.log1p(-p));
  if (k === n) return Math.exp(n * Math.log(p));
  return (betaPower(p, k, n - k) * n) / (k * (n - k));
}

/** How likely k of n or fewer are, when each has the chance p. */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  needChance(k, n, p);
  return betaCdf(1 - p, n - k, k + 1);
}

function needChance(k: number, n: number, p: number): void {
  needCounts(k, n, "binomial");
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a chance lies between 0 and 1, not at ${p}`);
}

/** The smallest k such that k of n or fewer are as likely as `share`. */
export function binomialQuantile(share: number, n: number, p: number): number {
  needProbability(share, "the share of a quantile");
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (binomialCdf(middle, n, p) >= share) high = middle;
    else low = middle + 1;
  }
  return low;
}
