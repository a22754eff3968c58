interface Started {
  readonly start?: bigint | undefined;
}

/** By start, what is earlier in the file first; an unknown start is before all others. */
export function byStart(a: Started, b: Started): number {
  const one = a.start ?? 0n;
  const other = b.start ?? 0n;
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The same in the order of their start, which most are in already. */
export function inOrder<T extends Started>(all: readonly T[]): readonly T[] {
  for (let at = 1; at < all.length; at += 1) {
    if (((all[at - 1] as T).start ?? 0n) > ((all[at] as T).start ?? 0n))
      return all.toSorted(byStart);
  }
  return all;
}
