/** The earliest of times that are known; undefined where none is. */
export function least(times: Iterable<bigint | undefined>): bigint | undefined {
  let found: bigint | undefined;
  for (const time of times) {
    if (time !== undefined && (found === undefined || time < found)) found = time;
  }
  return found;
}

/** The latest of times that are known; undefined where none is. */
export function greatest(times: Iterable<bigint | undefined>): bigint | undefined {
  let found: bigint | undefined;
  for (const time of times) {
    if (time !== undefined && (found === undefined || time > found)) found = time;
  }
  return found;
}
