import { clusteredMean } from "../means/clustered-mean.ts";
import { type MeanEstimate, meanOf } from "../means/mean-interval.ts";
import { needCount, needCounts } from "../need-finite.ts";
import { passAtK, passHatK } from "./pass-at-k.ts";

/** Of one case: how often it was tried, and how often it passed. */
export interface TrialCounts {
  readonly trials: number;
  readonly passed: number;
  /** What the case belongs to; all have one, or none has. */
  readonly cluster?: string | undefined;
}

export interface Reliability {
  readonly k: number;
  /** Chance that one of k trials passes, a mean over the cases. Null where no case has k trials. */
  readonly passAtK: MeanEstimate | null;
  /** Chance that all of k trials pass. */
  readonly passHatK: MeanEstimate | null;
  /** Cases with fewer than k trials, of which neither is known. They are left out, and counted here. */
  readonly tooFewTrials: number;
}

/** pass@k and pass^k of a whole set: each case by itself, then the mean. The k-th power of the mean rate is not it. */
export function reliabilityAt(cases: readonly TrialCounts[], k: number): Reliability {
  needCount(k, "k");
  for (const { trials, passed } of cases) needCounts(passed, trials, "trials");
  const known = cases.filter(({ trials }) => trials >= k);
  const isClustered = known.some(({ cluster }) => cluster !== undefined);
  const over = (chance: typeof passAtK): MeanEstimate | null => {
    const values = known.map(({ trials, passed, cluster = "" }) => ({
      value: chance(trials, passed, k) ?? 0,
      cluster,
    }));
    return isClustered ? clusteredMean(values) : meanOf(values.map(({ value }) => value));
  };
  return {
    k,
    passAtK: over(passAtK),
    passHatK: over(passHatK),
    tooFewTrials: cases.length - known.length,
  };
}

/** For every k from 1 to the most trials that any case has. */
export function reliability(cases: readonly TrialCounts[]): readonly Reliability[] {
  for (const { trials } of cases) needCount(trials, "the number of trials");
  const most = cases.reduce((max, { trials }) => Math.max(max, trials), 0);
  return Array.from({ length: most }, (_, index) => reliabilityAt(cases, index + 1));
}
