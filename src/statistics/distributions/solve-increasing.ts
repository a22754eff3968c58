interface Bracket {
  readonly low: number;
  readonly high: number;
  /** Slope of the function, for Newton's step; without it the bracket is only halved. */
  readonly slope?: (x: number) => number;
}

/** Where an increasing function crosses zero: Newton's step where it stays in the bracket, half of the bracket where not. */
export function solveIncreasing(
  excess: (x: number) => number,
  { low, high, slope }: Bracket,
): number {
  let [from, to] = [low, high];
  let x = (from + to) / 2;
  // 1,100 halvings empty any bracket of doubles
  for (let step = 0; step < 1100; step += 1) {
    const value = excess(x);
    if (value === 0) return x;
    if (value < 0) from = x;
    else to = x;
    const newton = slope === undefined ? Number.NaN : x - value / slope(x);
    const next = newton > from && newton < to && step % 3 !== 2 ? newton : (from + to) / 2;
    if (next === x || next <= from || next >= to) return next === x ? x : (from + to) / 2;
    if (Math.abs(next - x) <= 1e-16 * Math.abs(next)) return next;
    x = next;
  }
  return x;
}
