/** The fewest cases, counted from so many on, that decide; null where even the most do not. */
export function fewestCases(
  from: number,
  most: number,
  decides: (cases: number) => boolean,
): number | null {
  let enough = from;
  while (!decides(enough)) {
    enough *= 2;
    if (enough > most) return null;
  }
  let few = from - 1;
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (decides(middle)) enough = middle;
    else few = middle;
  }
  return enough;
}
