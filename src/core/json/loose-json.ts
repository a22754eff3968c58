import { isObject } from "../schema/parse-context.ts";
import { parseJson } from "./json-text.ts";

/** JSON that somebody else wrote: any field may be missing or of another type. */
export type LooseJson = Readonly<Record<string, unknown>>;

const NOTHING: LooseJson = {};

export function fieldsOf(value: unknown): LooseJson {
  return isObject(value) ? value : NOTHING;
}

/** The objects of a list. */
export function objectsOf(value: unknown): readonly LooseJson[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textFrom(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function numberFrom(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Undefined when the text is no JSON. */
export function tryJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
