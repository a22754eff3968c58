interface Timed {
  readonly start?: bigint | undefined;
  readonly end?: bigint | undefined;
}

/** From the earliest start to the latest end; undefined where nobody knows one. */
export function timesOf(all: readonly Timed[]): {
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
} {
  let start: bigint | undefined;
  let end: bigint | undefined;
  for (const { start: from, end: to } of all) {
    if (from !== undefined && (start === undefined || from < start)) start = from;
    if (to !== undefined && (end === undefined || to > end)) end = to;
  }
  return { start, end };
}
