import { isObject } from "../../core/schema/parse-context.ts";

/** JSON as Python's `json.dumps(value, sort_keys=True)` writes it: programs in that language look for pieces of it. */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(", ")}]`;
  if (!isObject(value)) return ascii(JSON.stringify(value) ?? "null");
  const keys = Object.keys(value).sort();
  const fields = keys.map((key) => `${ascii(JSON.stringify(key))}: ${pythonJson(value[key])}`);
  return `{${fields.join(", ")}}`;
}

function ascii(json: string): string {
  return json.replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
