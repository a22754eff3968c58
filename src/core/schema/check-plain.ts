import { type ErrorCode, UserFacingError } from "../errors.ts";
import { type JsonPath, pathText } from "./parse-context.ts";

/** What the data is to become, for the sentence about what it cannot hold. */
export interface PlainHolder {
  readonly code: ErrorCode;
  /** Without an article: "eval set". */
  readonly noun: string;
  /** Where the data itself stands; nothing where paths begin in it. */
  readonly path?: JsonPath | undefined;
  /** What is looked at elsewhere, such as a model in its place. */
  readonly passes?: ((value: unknown, path: JsonPath) => boolean) | undefined;
}

/**
 * Refuses what a file could not hold: functions, dates, NaN, circles. Written as JSON they would change in silence or
 * break with an error that tells no place.
 */
export function checkPlain(value: unknown, holder: PlainHolder): void {
  walk(value, holder.path ?? [], { holder, around: new Set() });
}

interface Walk {
  readonly holder: PlainHolder;
  readonly around: Set<unknown>;
}

function walk(value: unknown, path: JsonPath, at: Walk): void {
  const { holder, around } = at;
  if (isLeaf(value) || holder.passes?.(value, path) === true) return;
  if (!isContainer(value) || around.has(value)) throw notPlain(value, path, at);
  around.add(value);
  for (const [key, each] of Object.entries(value)) {
    walk(each, [...path, Array.isArray(value) ? Number(key) : key], at);
  }
  around.delete(value);
}

function isLeaf(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "string" || typeof value === "boolean" || JSON.isRawJSON(value);
}

/** Test runners give each file built-ins of its own, so that a plain object may have another `Object.prototype`. */
function isContainer(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function notPlain(value: unknown, path: JsonPath, { holder, around }: Walk): UserFacingError {
  const { code, noun } = holder;
  const what = around.has(value)
    ? "contains itself"
    : typeof value === "object"
      ? `is a ${value?.constructor?.name ?? "strange object"}`
      : `is ${typeof value === "number" ? value : `a ${typeof value}`}`;
  const place = pathText(path) || `The ${noun}`;
  return new UserFacingError(code, `${place} ${what}, which no ${noun} can hold.`, {
    hint: "Use what JSON has: strings, numbers, true, false, null, arrays and plain objects.",
  });
}
