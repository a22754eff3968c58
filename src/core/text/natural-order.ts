/** `case-2` before `case-10`, the same on every machine. */
export function naturalOrder(one: string, other: string): number {
  return numeric.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}

const numeric = new Intl.Collator("en", { numeric: true });
