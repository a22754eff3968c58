import { logChoose } from "../distributions/log-choose.ts";
import { needCounts } from "../need-finite.ts";

/** Rows are the two agents, columns what passed and what failed. */
export type TwoByTwo = readonly [readonly [number, number], readonly [number, number]];

/** Fisher's exact test, two-sided: how likely a table as unlikely as this one is, when rows and columns have nothing to do with each other. */
export function fisherExact([[a, b], [c, d]]: TwoByTwo): number {
  for (const [part, rest] of [
    [a, b],
    [c, d],
  ] as const) {
    needCounts(part, part + rest, "a table of counts");
  }
  const [first, second, passed] = [a + b, c + d, a + c];
  const all = logChoose(first + second, passed);
  const chanceOf = (k: number) =>
    Math.exp(logChoose(first, k) + logChoose(second, passed - k) - all);
  const seen = chanceOf(a);
  let p = 0;
  for (let k = Math.max(0, passed - second); k <= Math.min(first, passed); k += 1) {
    const chance = chanceOf(k);
    // tables that are exactly as unlikely differ by rounding
    if (chance <= seen * (1 + 1e-7)) p += chance;
  }
  return Math.min(1, p);
}
