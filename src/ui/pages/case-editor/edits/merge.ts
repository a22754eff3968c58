import { sameJson } from "../../../../core/json/json-edit.ts";

/** Two versions of one value as one; undefined where both changed the same thing in different ways. */
export function merged(
  base: unknown,
  mine: unknown,
  theirs: unknown,
): { readonly value: unknown } | undefined {
  if (same(mine, theirs) || same(base, theirs)) return { value: mine };
  if (same(base, mine)) return { value: theirs };
  if (isObject(base) && isObject(mine) && isObject(theirs)) return mergedObject(base, mine, theirs);
  if (isList(base) && isList(mine) && isList(theirs)) return mergedList(base, mine, theirs);
  return undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function mergedObject(base: Fields, mine: Fields, theirs: Fields) {
  const result: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const found = merged(base[key], mine[key], theirs[key]);
    if (found === undefined) return undefined;
    if (found.value !== undefined) result[key] = found.value;
  }
  return { value: result };
}

/** By place, where nobody added or removed anything. */
function mergedList(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
) {
  if (base.length !== mine.length || base.length !== theirs.length) return undefined;
  const result: unknown[] = [];
  for (const [place, each] of base.entries()) {
    const found = merged(each, mine[place], theirs[place]);
    if (found === undefined) return undefined;
    result.push(found.value);
  }
  return { value: result };
}

export function same(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  return sameJson(a, b);
}

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
