import type { TrialsWithinCases } from "../../statistics/means/trials.ts";

/** Where the spread comes from, for somebody who never heard of an intraclass correlation. Null where nothing was repeated. */
export function reliabilitySentence({
  withinCases,
  betweenCases,
  intraclassCorrelation,
}: Pick<TrialsWithinCases, "withinCases" | "betweenCases" | "intraclassCorrelation">):
  | string
  | null {
  if (withinCases === null) return null;
  if (withinCases === 0)
    return "Repeating changed nothing: each case came out the same every time.";
  if (betweenCases === null || intraclassCorrelation === null) return null;
  const share = `ICC ${intraclassCorrelation.toFixed(2)}`;
  return intraclassCorrelation >= 0.5
    ? `The cases differ more than the repeats (${share}): more cases tell more than more trials.`
    : `The repeats differ more than the cases (${share}): much of it is chance, and more trials tell more.`;
}
