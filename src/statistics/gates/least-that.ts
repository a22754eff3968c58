/** The smallest number from `from` on that decides, where every larger one does too; null where none up to `most` does. */
export function leastThat(
  decides: (cases: number) => boolean,
  { from, most }: { readonly from: number; readonly most: number },
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
