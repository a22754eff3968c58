/** Refuses what is no number: a NaN that is counted along makes every figure after it a lie. */
export function needFinite(values: readonly number[], what: string): void {
  const index = values.findIndex((value) => !Number.isFinite(value));
  if (index < 0) return;
  throw new RangeError(
    `${what} must be finite numbers, and number ${index + 1} is ${values[index]}`,
  );
}

/** Refuses counts that cannot be: fractions, less than nothing, more than there were. */
export function needCounts(part: number, whole: number, what: string): void {
  if (!Number.isInteger(part) || !Number.isInteger(whole) || part < 0 || part > whole) {
    throw new RangeError(`${what}: ${part} of ${whole} cannot be counted`);
  }
}

/** Refuses a number of things that is none: a fraction, less than nothing, without an end. */
export function needCount(value: number, what: string): void {
  if (!Number.isInteger(value) || value < 0) {
    throw new RangeError(`${what} must be a whole number, and is ${value}`);
  }
}

/** Refuses a probability that is none; the ends are left out. */
export function needProbability(value: number, what: string): void {
  if (!(value > 0 && value < 1)) {
    throw new RangeError(`${what} must lie between 0 and 1, and is ${value}`);
  }
}
