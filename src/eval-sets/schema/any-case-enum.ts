import type { Schema } from "../../core/schema/parse-context.ts";
import { string, withRead } from "../../core/schema/schema.ts";

/** One of Google's enumerations: known names in any case, unknown ones kept as they are. */
export function anyCaseEnum(...names: readonly string[]): Schema<string> {
  const known = new Set(names);
  return withRead(
    string,
    (value, context, inner) => {
      const read = inner.read(value, context);
      if (typeof read !== "string" || known.has(read)) return read;
      const upper = read.toUpperCase();
      return known.has(upper) ? upper : read;
    },
    () => ({ anyOf: [{ enum: names }, { type: "string" }] }),
  );
}
