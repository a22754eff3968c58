/** The last moment that a date can tell. */
const LAST = 8_640_000_000_000_000n;

/** A span's time as a date. */
export function momentOf(nanoseconds: bigint | undefined): string | null {
  if (nanoseconds === undefined) return null;
  const milliseconds = nanoseconds / 1_000_000n;
  return new Date(Number(milliseconds < LAST ? milliseconds : LAST)).toISOString();
}
