import { needCount, needCounts } from "../need-finite.ts";

/** The chance that at least one of k trials passes, from `passed` of n; null for fewer than k trials. */
export function passAtK(trials: number, passed: number, k: number): number | null {
  needCounts(passed, trials, "trials");
  needCount(k, "k");
  if (k < 1 || trials < k) return null;
  const missed = trials - passed;
  if (missed < k) return 1;
  let allMissed = 1;
  for (let each = 0; each < k; each += 1) allMissed *= (missed - each) / (trials - each);
  return 1 - allMissed;
}

/** The chance that all of k trials pass: what is left of a rate when it must hold every time. Null for fewer than k trials. */
export function passHatK(trials: number, passed: number, k: number): number | null {
  needCounts(passed, trials, "trials");
  needCount(k, "k");
  if (k < 1 || trials < k) return null;
  let allPassed = 1;
  for (let each = 0; each < k; each += 1) allPassed *= Math.max(0, passed - each) / (trials - each);
  return allPassed;
}
