/** Deeper than anything an agent means, and far from where recursion ends. */
const DEEPEST = 200;

/** Whether a JSON value is nested deeper than it may be. */
export function isTooDeep(value: unknown, left = DEEPEST): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) return true;
  for (const each of Object.values(value)) if (isTooDeep(each, left - 1)) return true;
  return false;
}
