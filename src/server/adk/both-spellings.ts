import { isObject } from "../../core/schema/parse-context.ts";
import { camelCase } from "../../core/text/key-case.ts";

/** The fields of an object in camelCase; what they hold is left as it is. */
export function mapKeys(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [camelCase(key), each]));
}
