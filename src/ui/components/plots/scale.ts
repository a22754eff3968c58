/** The least and the largest value that an axis shows. */
export type Scale = readonly [low: number, high: number];

/** Where a value lies on an axis, as a share of 0 to 1; what lies outside of it stands at its end. */
export function shareOf(value: number, [low, high]: Scale): number {
  if (high === low) return 0.5;
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** An axis that everything fits on, with a little room at both ends, and within what can be. */
export function scaleAround(values: readonly number[], [least, most]: Scale): Scale {
  if (values.length === 0) return Number.isFinite(least + most) ? [least, most] : [0, 1];
  const low = values.reduce((one, other) => Math.min(one, other));
  const high = values.reduce((one, other) => Math.max(one, other));
  const room = 0.08 * (high - low || Math.abs(high) || 1);
  return [Math.max(least, low - room), Math.min(most, high + room)];
}
