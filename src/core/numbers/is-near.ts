/** As far apart, by their size, as rounding puts what is the same: 0.1 + 0.2 and 0.3. Nobody measures that finely. */
const ROUNDING = 1e-12;

/** Whether two numbers are one and the same but for rounding. What they are parts of may be larger than they are: its size is `scale`. */
export function isNear(one: number, other: number, scale = 0): boolean {
  if (one === other) return true;
  if (!Number.isFinite(one) || !Number.isFinite(other)) return false;
  return Math.abs(one - other) <= ROUNDING * Math.max(Math.abs(one), Math.abs(other), scale);
}

/** The largest of them, whatever their sign. */
export function sizeOf(values: Iterable<number>): number {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return largest;
}
