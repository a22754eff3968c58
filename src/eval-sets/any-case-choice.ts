import { reading, type Shape, text } from "../core/shape.ts";

/** One of Google's enumerations: known names in any case, unknown ones kept as they are. */
export function anyCaseChoice(...names: readonly string[]): Shape<string> {
  const known = new Set(names);
  return reading(
    text,
    (value, context, inner) => {
      const read = inner.read(value, context);
      if (typeof read !== "string" || known.has(read)) return read;
      const upper = read.toUpperCase();
      return known.has(upper) ? upper : read;
    },
    () => ({ anyOf: [{ enum: names }, { type: "string" }] }),
  );
}
