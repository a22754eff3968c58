/** The mean of the values that are known; undefined when none is. */
export function meanOfKnown(values: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  let known = 0;
  for (const value of values) {
    if (value === undefined) continue;
    sum += value;
    known += 1;
  }
  return known === 0 ? undefined : sum / known;
}
