import { type Field, optional } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import type { Schema } from "../../core/schema/parse-context.ts";

/** A type of Google's gen-AI API: every field may be missing, unknown ones are refused. Fields in ADK's order of writing. */
export function genaiObject<T extends object = Record<string, unknown>>(
  title: string,
  shapes: Readonly<Record<string, Schema<unknown>>>,
): Schema<T> {
  const fields: Record<string, Field<unknown>> = {};
  for (const [name, schema] of Object.entries(shapes)) {
    fields[name] = optional(schema);
  }
  const words = title.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  return object<T>(fields as never, {
    expected: `${/^[aeiou]/.test(words) ? "an" : "a"} ${words}`,
    unknown: "refuse",
    title,
  });
}
