/** Deeper than anything an agent means, and far from where recursion ends. */
const DEEPEST = 200;

/** Whether a JSON value is nested deeper than it may be. */
export function isTooDeep(value: unknown, left = DEEPEST): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) return true;
  // by its keys, which makes no list of them
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key in fields) if (isTooDeep(fields[key], left - 1)) return true;
  return false;
}
