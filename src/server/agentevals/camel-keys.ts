import { mapValues, setOwn } from "../../core/json/set-own.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { camelCase } from "../../core/text/key-case.ts";

/** Figures under the names that this API has for them. */
export function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(mapValues(value, camelKeys))) {
    setOwn(result, camelCase(key), each);
  }
  return result;
}
