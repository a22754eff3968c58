/**
 * Whether Python's `==` holds between two JSON values, since that is how ADK compares arguments:
 * 1, 1.0 and true are one value, integers of any size are exact, key order is nothing and list order is all.
 * A key with the value undefined is no key.
 */
export function pythonEquals(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object") return scalarsEqual(left, right);
  if (left === null || right === null) return false;
  if (Array.isArray(left)) return Array.isArray(right) && listsEqual(left, right);
  if (Array.isArray(right)) return false;
  if (JSON.isRawJSON(left) || JSON.isRawJSON(right)) return scalarsEqual(left, right);
  return objectsEqual(left as JsonObject, right as JsonObject);
}

/** The same, but true is not 1 and false is not 0: for what people compare and Python does not. */
export function jsonEquals(left: unknown, right: unknown): boolean {
  return pythonEquals(left, right) && sameBooleans(left, right);
}

/** Of two values that are equal in Python's eyes. */
function sameBooleans(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
    return (typeof left === "boolean") === (typeof right === "boolean");
  }
  return Object.entries(left).every(([key, each]) =>
    sameBooleans(each, Object.hasOwn(right, key) ? (right as JsonObject)[key] : undefined),
  );
}

type JsonObject = Readonly<Record<string, unknown>>;

/** A number of JSON, exactly; undefined for anything else. Python counts booleans as numbers. */
export function exactNumber(value: unknown): number | bigint | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (!JSON.isRawJSON(value)) return undefined;
  return /^-?\d+$/.test(value.rawJSON) ? BigInt(value.rawJSON) : Number(value.rawJSON);
}

/** Whether an object has a key of its own, `__proto__` included. */
export function hasValue(object: JsonObject, key: string): boolean {
  return Object.hasOwn(object, key) && object[key] !== undefined;
}

function scalarsEqual(left: unknown, right: unknown): boolean {
  if (typeof left === "string" || typeof right === "string") return false;
  if ((left ?? null) === null || (right ?? null) === null)
    return (left ?? null) === (right ?? null);
  const a = exactNumber(left);
  const b = exactNumber(right);
  if (a === undefined || b === undefined) return false;
  if (typeof a === "bigint") return typeof b === "bigint" ? a === b : sameInteger(a, b);
  return typeof b === "bigint" ? sameInteger(b, a) : a === b;
}

function sameInteger(integer: bigint, float: number): boolean {
  return Number.isInteger(float) && BigInt(float) === integer;
}

function listsEqual(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  return left.every((each, place) => pythonEquals(each, right[place]));
}

function objectsEqual(left: JsonObject, right: JsonObject): boolean {
  let keys = 0;
  for (const key of Object.keys(left)) {
    if (left[key] === undefined) continue;
    if (!hasValue(right, key) || !pythonEquals(left[key], right[key])) return false;
    keys += 1;
  }
  for (const key of Object.keys(right)) if (right[key] !== undefined) keys -= 1;
  return keys === 0;
}
