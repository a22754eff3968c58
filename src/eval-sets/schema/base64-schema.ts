import type { Schema } from "../../core/schema/parse-context.ts";
import { plain, withRead } from "../../core/schema/schema.ts";

const called = "base64 (letters, digits, + and / or - and _, no line breaks)";

const base64Text = plain(called, (value): value is string => typeof value === "string", {
  type: "string",
  contentEncoding: "base64",
});

/**
 * Bytes as base64. Both alphabets are read, padded or not, and give the common one with padding;
 * written is the URL-safe one, as ADK does.
 */
export const base64: Schema<string> = {
  ...withRead(base64Text, (value, context, inner) => {
    const read = inner.read(value, context);
    if (typeof read !== "string") return read;
    const bytes = commonForm(read);
    if (bytes === undefined) {
      context.problem("This is not base64.", { hint: `Expected: ${called}.` });
      return read;
    }
    return bytes;
  }),
  write: (value) => value.replaceAll("+", "-").replaceAll("/", "_"),
};

function commonForm(text: string): string | undefined {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const symbols = padding === 0 ? text : text.slice(0, -padding);
  const rest = symbols.length % 4;
  if (rest === 1 || (padding > 0 && (rest === 0 || padding > 4 - rest))) return undefined;
  if (!/^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)$/.test(symbols)) return undefined;
  const common = symbols.replaceAll("-", "+").replaceAll("_", "/");
  // the bits of the last symbol that belong to no byte must be zero
  if (rest === 2 && !/[AQgw]$/.test(common)) return undefined;
  if (rest === 3 && !/[AEIMQUYcgkosw048]$/.test(common)) return undefined;
  return rest === 0 ? common : common.padEnd(common.length + 4 - rest, "=");
}
