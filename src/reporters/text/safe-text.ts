import { type Secret, secretMask, withoutTags } from "../../core/secrets/secret-mask.ts";
import { cleanJson, cleanLine, cleanLines } from "./clean-text.ts";

/** Foreign text on its way to a reader: secrets masked first, so that no cut can leave half of one, then cleaned. */
export interface SafeText {
  /** As one line. */
  line(text: string): string;
  lines(text: string): readonly string[];
  /** A value as compact JSON. */
  value(value: unknown): string;
  /** Masked only, for formats with an escaping of their own. */
  mask(text: string): string;
  /** JSON with the secrets in its strings masked. */
  json(value: unknown): string;
}

/** A secret that was given without its name reads `[secret]`. */
export function safeText(secrets: readonly (string | Secret)[]): SafeText {
  const inside = secretMask(secrets.map(asSecret));
  const mask = (text: string) => withoutTags(inside.text(text));
  return {
    line: (text) => cleanLine(mask(text)),
    lines: (text) => cleanLines(mask(text)),
    value: (value) => cleanLine(mask(JSON.stringify(value) ?? "undefined")),
    mask,
    json: (value) => cleanJson(inside.json(value).text),
  };
}

function asSecret(given: string | Secret): Secret {
  return typeof given === "string" ? { name: "", value: given } : given;
}
