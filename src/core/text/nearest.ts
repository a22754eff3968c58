/** The candidate somebody most likely meant, or undefined when none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(word);
  let best: string | undefined;
  // a single letter is near to no other
  const furthest = wanted.length < 2 ? 0 : Math.max(1, Math.floor(wanted.length / 3));
  let bestDistance = furthest + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, fold(candidate), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Case and separators are how names are misspelt most often. */
function fold(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, "");
}

/** Optimal string alignment distance (swaps count once); gives up above `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = nextRow({ a, b, row, previous, before });
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? limit;
}

interface Row {
  readonly a: string;
  readonly b: string;
  readonly row: number;
  readonly previous: readonly number[];
  readonly before: readonly number[];
}

function nextRow({ a, b, row, previous, before }: Row): readonly number[] {
  const current = [row];
  for (let column = 1; column <= b.length; column += 1) {
    const same = a[row - 1] === b[column - 1] ? 0 : 1;
    const cost = Math.min(
      (previous[column] ?? 0) + 1,
      (current[column - 1] ?? 0) + 1,
      (previous[column - 1] ?? 0) + same,
    );
    const swapped =
      column > 1 && row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
    current.push(swapped ? Math.min(cost, (before[column - 2] ?? 0) + 1) : cost);
  }
  return current;
}
