import { needFinite } from "../need-finite.ts";

/** Holm's correction: asked of many metrics, at most 5 % of the time any of them is called by accident. Same order as given. */
export function holm(ps: readonly number[]): readonly number[] {
  const order = ascending(ps);
  const adjusted = new Array<number>(ps.length);
  let most = 0;
  for (const [rank, index] of order.entries()) {
    most = Math.max(most, Math.min(1, (ps.length - rank) * (ps[index] ?? 1)));
    adjusted[index] = most;
  }
  return adjusted;
}

/** Benjamini and Hochberg's: of those called, at most 5 % are accidents. Less strict, for a first look at many. */
export function benjaminiHochberg(ps: readonly number[]): readonly number[] {
  const order = ascending(ps);
  const adjusted = new Array<number>(ps.length);
  let least = 1;
  for (const [above, index] of order.toReversed().entries()) {
    const rank = ps.length - above;
    least = Math.min(least, (ps.length / rank) * (ps[index] ?? 1));
    adjusted[index] = least;
  }
  return adjusted;
}

function ascending(ps: readonly number[]): number[] {
  needFinite(ps, "p values");
  const wrong = ps.find((p) => p < 0 || p > 1);
  if (wrong !== undefined) throw new RangeError(`a p value lies between 0 and 1, not at ${wrong}`);
  return ps.map((_, index) => index).sort((a, b) => (ps[a] ?? 0) - (ps[b] ?? 0));
}
