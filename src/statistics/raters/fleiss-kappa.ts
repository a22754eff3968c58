/** Agreement of many raters: a row an item, a column a category, each cell how many raters chose it. */
export function fleissKappa(counts: readonly (readonly number[])[]): number | null {
  const raters = counts[0]?.reduce((sum, count) => sum + count, 0) ?? 0;
  if (raters < 2) return null;
  let agreement = 0;
  const chosen: number[] = [];
  for (const row of counts) {
    let pairs = 0;
    let total = 0;
    for (const [category, count] of row.entries()) {
      pairs += count * (count - 1);
      total += count;
      chosen[category] = (chosen[category] ?? 0) + count;
    }
    if (total !== raters) throw new RangeError("every item needs the same number of raters");
    agreement += pairs / (raters * (raters - 1));
  }
  // divided once: ten tenths added up are a little less than all
  const chance = chosen.reduce((sum, count) => sum + (count / (raters * counts.length)) ** 2, 0);
  return chance === 1 ? null : (agreement / counts.length - chance) / (1 - chance);
}
