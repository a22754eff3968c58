import type { CompareOptions, PairedComparison } from "./compare-paired.ts";
import { holm } from "./multiplicity.ts";
import { detectableWith } from "./power.ts";

export type ComparisonVerdict = "better" | "worse" | "no-evidence" | "too-few";

export interface VerdictOptions extends Pick<CompareOptions, "better"> {
  /** p must be under it: 0.05 when left out. */
  readonly alpha?: number;
  /** The difference that is to be seen: 0.1 when left out. Where less could not have been seen, it is too few cases. */
  readonly detect?: number;
}

/** One word for a comparison: what may be said of B after A, and never more than the cases show. */
export function comparisonVerdict(
  comparison: PairedComparison | null,
  { better = "higher", alpha = 0.05, detect = 0.1 }: VerdictOptions = {},
): ComparisonVerdict {
  if (comparison === null) return "too-few";
  const { estimate, p } = comparison.difference;
  if (p !== null && p < alpha && estimate !== 0) {
    return estimate > 0 === (better === "higher") ? "better" : "worse";
  }
  const seen = comparison.detectable ?? detectableWithoutSpread(comparison);
  return seen === null || seen > detect ? "too-few" : "no-evidence";
}

/** Where no case differs, the next ones still may: one more of either kind is counted, as Bonett and Price do. */
function detectableWithoutSpread({ a: { n }, difference }: PairedComparison): number | null {
  if (n < 2 || difference.method === "clustered-t") return null;
  return detectableWith(Math.SQRT2 / (n + 2));
}

/** Adds `pAdjusted` by Holm over all metrics that were compared; what has no p has none after it. */
export function adjustForMany<T extends PairedComparison>(
  comparisons: readonly T[],
): readonly (T & {
  readonly difference: T["difference"] & { readonly pAdjusted: number | null };
})[] {
  const adjusted = holm(comparisons.flatMap(({ difference: { p } }) => (p === null ? [] : [p])));
  let next = 0;
  return comparisons.map((comparison) => {
    const pAdjusted = comparison.difference.p === null ? null : (adjusted[next++] ?? null);
    return { ...comparison, difference: { ...comparison.difference, pAdjusted } };
  });
}
