/**
 * Pairs two sequences in order so that the worth of all pairs is greatest.
 * Gives the partner of each left one, or -1; a worth of 0 is never a pair.
 */
export function alignPairs(
  left: number,
  right: number,
  worth: (left: number, right: number) => number,
): readonly number[] {
  const width = right + 1;
  const best = new Float64Array((left + 1) * width);
  // from the end, so that reading the answer from the start pairs what comes first first
  for (let row = left - 1; row >= 0; row -= 1) {
    for (let column = right - 1; column >= 0; column -= 1) {
      const gain = worth(row, column);
      const paired = gain > 0 ? gain + (best[(row + 1) * width + column + 1] ?? 0) : 0;
      const skipped = Math.max(
        best[(row + 1) * width + column] ?? 0,
        best[row * width + column + 1] ?? 0,
      );
      best[row * width + column] = Math.max(paired, skipped);
    }
  }
  return readPairs(left, right, worth, best);
}

function readPairs(
  left: number,
  right: number,
  worth: (left: number, right: number) => number,
  best: Float64Array,
): readonly number[] {
  const width = right + 1;
  const partners = new Array<number>(left).fill(-1);
  let row = 0;
  let column = 0;
  while (row < left && column < right) {
    const here = best[row * width + column];
    const gain = worth(row, column);
    if (gain > 0 && here === gain + (best[(row + 1) * width + column + 1] ?? 0)) {
      partners[row] = column;
      row += 1;
      column += 1;
    } else if (here === best[(row + 1) * width + column]) {
      row += 1;
    } else {
      column += 1;
    }
  }
  return partners;
}
