import { needFinite } from "../need-finite.ts";

export type AlphaLevel = "nominal" | "ordinal" | "interval";

/**
 * Agreement of any number of raters, some of whom may be missing: 1 is perfect, 0 is chance. A unit is what its raters said;
 * those with fewer than two say nothing. Null where there is nothing to compare, or only one value at all.
 */
export function krippendorffAlpha(
  units: readonly (readonly (number | undefined | null)[])[],
  level: AlphaLevel = "nominal",
): number | null {
  const rated = units
    .map((unit) => unit.filter((value) => value !== undefined && value !== null))
    .filter((unit) => unit.length > 1);
  needFinite(rated.flat(), "ratings");
  const counts = new Map<number, number>();
  for (const value of rated.flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  const values = [...counts.keys()].sort((a, b) => a - b);
  const total = rated.reduce((sum, unit) => sum + unit.length, 0);
  const distance = distances(values, counts, level);

  let seen = 0;
  for (const unit of rated) {
    let within = 0;
    for (const a of unit) for (const b of unit) within += distance(a, b);
    seen += within / (unit.length - 1);
  }
  let chance = 0;
  for (const [a, countA] of counts) {
    for (const [b, countB] of counts) chance += countA * countB * distance(a, b);
  }
  return chance === 0 ? null : 1 - ((total - 1) * seen) / chance;
}

/** How far apart two values are, squared. */
function distances(
  values: readonly number[],
  counts: ReadonlyMap<number, number>,
  level: AlphaLevel,
): (a: number, b: number) => number {
  switch (level) {
    case "nominal":
      return (a, b) => (a === b ? 0 : 1);
    case "interval":
      return (a, b) => (a - b) ** 2;
    case "ordinal":
      return (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const between = values
          .filter((value) => value >= low && value <= high)
          .reduce((sum, value) => sum + (counts.get(value) ?? 0), 0);
        return (between - ((counts.get(low) ?? 0) + (counts.get(high) ?? 0)) / 2) ** 2;
      };
  }
}
