import type { ConfidenceOptions } from "../interval.ts";
import { needFinite } from "../need-finite.ts";
import { type MeanEstimate, meanOf } from "./mean-interval.ts";
import { averageOf, squaresAbout, sumOf } from "./sums.ts";

export interface TrialsWithinCases extends MeanEstimate {
  readonly caseMeans: readonly number[];
  /** Variance of the trials of one case: what comes from chance. Null where no case has two trials. */
  readonly withinCases: number | null;
  /** Variance of the cases themselves. Null for one case. */
  readonly betweenCases: number | null;
  /** Share of the variance that is the cases': 1 when repeating changes nothing, 0 when the cases are all alike. */
  readonly intraclassCorrelation: number | null;
  /** What the standard error would be with so many trials a case; `Infinity` tells what more trials can gain at most. */
  readonly errorWithTrials: (trials: number) => number | null;
  /** Cases whose trials did not all come out the same, by their place. */
  readonly flips: readonly boolean[];
}

/**
 * Repeated trials: the mean of the case means, and how sure it is by the number of cases. Trials of one case are like
 * each other, so counting them as cases would make the interval too short. Null without a case.
 */
export function trialsWithinCases(
  cases: readonly (readonly number[])[],
  options?: ConfidenceOptions,
): TrialsWithinCases | null {
  for (const trials of cases) {
    needFinite(trials, "trials of a case");
    if (trials.length === 0) throw new RangeError("a case without a trial has no mean");
  }
  const caseMeans = cases.map(averageOf);
  const estimate = meanOf(caseMeans, options);
  if (estimate === null) return null;
  const parts = varianceParts(cases, caseMeans);
  const { withinCases, betweenCases } = parts;
  return {
    ...estimate,
    ...parts,
    caseMeans,
    intraclassCorrelation: correlation(betweenCases, withinCases),
    errorWithTrials: (trials) =>
      withinCases === null || betweenCases === null
        ? null
        : Math.sqrt((betweenCases + withinCases / trials) / cases.length),
    flips: cases.map((trials) => trials.some((trial) => trial !== trials[0])),
  };
}

/** Analysis of variance, with the mean number of trials (Searle's) where cases have different ones. */
function varianceParts(cases: readonly (readonly number[])[], means: readonly number[]) {
  const n = cases.length;
  const all = sumOf(cases.map(({ length }) => length));
  const withinSquares = sumOf(cases.map((trials, i) => squaresAbout(trials, means[i] ?? 0)));
  const withinCases = all > n ? withinSquares / (all - n) : null;
  if (n < 2) return { withinCases, betweenCases: null };
  const grand = sumOf(cases.map(sumOf)) / all;
  const betweenSquares = sumOf(
    cases.map((trials, i) => trials.length * ((means[i] ?? 0) - grand) ** 2),
  );
  const perCase = (all - sumOf(cases.map(({ length }) => length ** 2)) / all) / (n - 1);
  const between = (betweenSquares / (n - 1) - (withinCases ?? 0)) / perCase;
  return { withinCases, betweenCases: withinCases === null ? null : Math.max(0, between) };
}

function correlation(between: number | null, within: number | null): number | null {
  if (between === null || within === null || between + within === 0) return null;
  return between / (between + within);
}
