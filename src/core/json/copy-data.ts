import { setOwn } from "./set-own.ts";

/** Deeper than any data of ours; what is deeper goes round in circles. */
const MAX_DEPTH = 200;

/**
 * A copy of plain data for code that is not ours: whatever that does to it, nobody else notices.
 * Lists and plain objects are copied all the way down; everything else cannot be changed or is not data.
 */
export function copyData<T>(value: T): T {
  return copy(value, 0) as T;
}

function copy(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) throw new TypeError("the data goes round in circles");
  if (Array.isArray(value)) {
    const list = new Array<unknown>(value.length);
    for (let at = 0; at < value.length; at += 1) list[at] = copy(value[at], depth + 1);
    return list;
  }
  if (JSON.isRawJSON(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    setOwn(result, key, copy((value as Record<string, unknown>)[key], depth + 1));
  }
  return result;
}
