/**
 * With how many places after the point figures are written that stand beside an interval: as many as it justifies, two of
 * its own digits. Without one, two places, and more only where every figure would come out as nothing.
 */
export function figurePlaces(
  interval: readonly [low: number, high: number] | null,
  ...figures: readonly (number | null)[]
): number {
  const width = interval === null ? 0 : Math.abs(interval[1] - interval[0]);
  if (width > 0) return within(width < 10 ? 2 : 0, digitsBehind(width));
  const largest = Math.max(0, ...figures.map((figure) => Math.abs(figure ?? 0)));
  if (largest === 0) return 2;
  return largest >= 100 ? 0 : within(2, largest < 0.01 ? digitsBehind(largest) : 2);
}

/** Where the second digit of a number stands that is not 0. */
function digitsBehind(size: number): number {
  return 1 - Math.floor(Math.log10(size));
}

/** Finer than anybody reads. */
export const MOST_PLACES = 12;

function within(least: number, places: number): number {
  return Math.min(MOST_PLACES, Math.max(least, places));
}
