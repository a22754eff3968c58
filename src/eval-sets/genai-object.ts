import { type Field, object, optional, type Shape } from "../core/shape.ts";

/** A type of Google's gen-AI API: every field may be missing, unknown ones are refused. Fields in ADK's order of writing. */
export function genaiObject<T extends object = Record<string, unknown>>(
  title: string,
  shapes: Readonly<Record<string, Shape<unknown>>>,
): Shape<T> {
  const fields: Record<string, Field<unknown>> = {};
  for (const [name, shape] of Object.entries(shapes)) {
    fields[name] = optional(shape);
  }
  const words = title.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  return object<T>(fields as never, {
    called: `${/^[aeiou]/.test(words) ? "an" : "a"} ${words}`,
    unknown: "refuse",
    title,
  });
}
