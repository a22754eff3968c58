import fc from "fast-check";
import { expect, test } from "vitest";
import { maximumMatching } from "./maximum-matching.ts";

const size = 4;
const grid = fc.array(fc.array(fc.boolean(), { minLength: size, maxLength: size }), {
  maxLength: size,
});

test("as many are paired as trying everything can pair, each once and only where it fits", () => {
  fc.assert(
    fc.property(grid, (fits) => {
      const partners = maximumMatching(fits.length, size, (a, b) => fits[a]?.[b] === true);
      const used = partners.filter((partner) => partner !== -1);
      expect(new Set(used).size).toBe(used.length);
      for (const [a, b] of partners.entries()) if (b !== -1) expect(fits[a]?.[b]).toBe(true);
      expect(used.length).toBe(most(fits, 0, new Set()));
    }),
  );
});

test("a pairing to start from is rearranged where that pairs more", () => {
  const broadTakesAll = (a: number, b: number) => a === 0 || b === 0;
  expect(maximumMatching(2, 2, broadTakesAll, [0, -1])).toEqual([1, 0]);
});

function most(fits: readonly (readonly boolean[])[], from: number, used: Set<number>): number {
  const row = fits[from];
  if (row === undefined) return 0;
  let best = most(fits, from + 1, used);
  for (const [place, can] of row.entries()) {
    if (!can || used.has(place)) continue;
    best = Math.max(best, 1 + most(fits, from + 1, new Set([...used, place])));
  }
  return best;
}
