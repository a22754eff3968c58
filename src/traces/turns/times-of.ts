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
  for (const each of all) {
    if (each.start !== undefined && (start === undefined || each.start < start)) start = each.start;
    if (each.end !== undefined && (end === undefined || each.end > end)) end = each.end;
  }
  return { start, end };
}
