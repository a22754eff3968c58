/** Adds numbers without losing any of their digits, so that the order they come in changes nothing. */
export interface ExactSum {
  add(value: number): void;
  /** The true sum, rounded once. */
  value(): number;
}

/** Shewchuk's method: the sum is kept as parts that do not overlap; scores rarely need more than two. */
export function exactSum(): ExactSum {
  const parts: number[] = [];
  return {
    add(value) {
      let rest = value;
      let kept = 0;
      for (const part of parts) {
        const high = rest + part;
        // what the sum lost is told by the smaller of the two
        const low = Math.abs(rest) < Math.abs(part) ? rest - (high - part) : part - (high - rest);
        if (low !== 0) {
          parts[kept] = low;
          kept += 1;
        }
        rest = high;
      }
      parts[kept] = rest;
      // only where there are more: what is cut to a length is allocated anew with the next number
      if (parts.length > kept + 1) parts.length = kept + 1;
    },
    value: () => roundOnce(parts),
  };
}

function roundOnce(parts: readonly number[]): number {
  let place = parts.length - 1;
  let sum = parts[place] ?? 0;
  let low = 0;
  while (place > 0 && low === 0) {
    place -= 1;
    const before = sum;
    const part = parts[place] ?? 0;
    sum = before + part;
    low = part - (sum - before);
  }
  // a tie that smaller parts break: half of the last digit was rounded the wrong way
  const next = parts[place - 1] ?? 0;
  const doubled = sum + 2 * low;
  return low !== 0 && Math.sign(low) === Math.sign(next) && 2 * low === doubled - sum
    ? doubled
    : sum;
}
