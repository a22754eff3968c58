import { setOwn } from "../../core/json/set-own.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import type { Attributes } from "../../core/traces/span.ts";

/** Values nested deeper are cut off: nobody writes them, and a hostile sender might. */
const DEEPEST = 64;

const NO_ATTRIBUTES: Attributes = Object.freeze({});

/** Attributes as a list of OTLP's keys and values, or as an object, flat or nested, whose paths become dotted keys. */
export function readAttributes(given: unknown): Attributes {
  if (Array.isArray(given)) return given.length === 0 ? NO_ATTRIBUTES : fromList(given);
  if (!isObject(given)) return NO_ATTRIBUTES;
  const attributes: Record<string, unknown> = {};
  flatten(given, "", attributes, 0);
  return attributes;
}

function fromList(entries: readonly unknown[]): Attributes {
  const attributes: Record<string, unknown> = {};
  for (const entry of entries) {
    if (!isObject(entry) || typeof entry.key !== "string") continue;
    const value = readAnyValue(entry.value);
    if (value !== undefined) setOwn(attributes, entry.key, value);
  }
  return attributes;
}

function flatten(
  given: Readonly<Record<string, unknown>>,
  prefix: string,
  into: Record<string, unknown>,
  depth: number,
): void {
  for (const [key, value] of Object.entries(given)) {
    const path = prefix === "" ? key : `${prefix}.${key}`;
    if (isObject(value) && !JSON.isRawJSON(value) && depth < DEEPEST) {
      flatten(value, path, into, depth + 1);
    } else setOwn(into, path, value);
  }
}

/** One value of OTLP's union, as JSON. Undefined where the union is empty. */
export function readAnyValue(value: unknown, depth = 0): unknown {
  if (!isObject(value)) return undefined;
  // most are texts
  const { stringValue } = value;
  if (typeof stringValue === "string") return stringValue;
  for (const [key, held] of Object.entries(value)) {
    const read = readers[key];
    if (read !== undefined && held !== null && held !== undefined && depth < DEEPEST) {
      return read(held, depth + 1);
    }
  }
  return undefined;
}

const readers: Readonly<Record<string, ((held: unknown, depth: number) => unknown) | undefined>> =
  Object.assign(Object.create(null), {
    stringValue: readText,
    string_value: readText,
    boolValue: (held: unknown) => (typeof held === "string" ? held === "true" : Boolean(held)),
    bool_value: (held: unknown) => (typeof held === "string" ? held === "true" : Boolean(held)),
    intValue: readInteger,
    int_value: readInteger,
    doubleValue: readDouble,
    double_value: readDouble,
    bytesValue: (held: unknown) => held,
    bytes_value: (held: unknown) => held,
    arrayValue: readArray,
    array_value: readArray,
    kvlistValue: readList,
    kvlist_value: readList,
  });

/** Whoever writes something else than a text means what it looks like. */
function readText(held: unknown): string {
  return typeof held === "string" ? held : JSON.stringify(held);
}

/** OTLP writes 64-bit integers as strings; what a double cannot hold keeps its digits. */
function readInteger(held: unknown): unknown {
  if (typeof held !== "string") return held;
  const number = Number(held);
  if (Number.isSafeInteger(number)) return number;
  return /^-?(0|[1-9]\d*)$/.test(held) ? JSON.rawJSON(held) : held;
}

function readDouble(held: unknown): unknown {
  if (typeof held !== "string") return held;
  const number = Number(held);
  return Number.isFinite(number) ? number : held;
}

function readArray(held: unknown, depth: number): unknown {
  const values = isObject(held) ? held.values : held;
  return Array.isArray(values) ? values.map((each) => readAnyValue(each, depth) ?? null) : [];
}

function readList(held: unknown, depth: number): unknown {
  const values = isObject(held) ? held.values : held;
  const object: Record<string, unknown> = {};
  if (!Array.isArray(values)) return object;
  for (const entry of values) {
    if (!isObject(entry) || typeof entry.key !== "string") continue;
    setOwn(object, entry.key, readAnyValue(entry.value, depth) ?? null);
  }
  return object;
}
