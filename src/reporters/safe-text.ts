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

export function safeText(secrets: readonly string[]): SafeText {
  const pattern = patternOf(secrets);
  const mask = (text: string) => (pattern === undefined ? text : text.replace(pattern, MASK));
  const json = (value: unknown) => {
    const text = JSON.stringify(value) ?? "null";
    if (pattern === undefined || text.search(pattern) === -1) return cleanJson(text);
    return cleanJson(JSON.stringify(maskDeep(value, mask)) ?? "null");
  };
  return {
    line: (text) => cleanLine(mask(text)),
    lines: (text) => cleanLines(mask(text)),
    value: (value) => cleanLine(mask(JSON.stringify(value) ?? "undefined")),
    mask,
    json,
  };
}

const MASK = "••••";

/** Every secret as it is, and as it looks inside JSON, a URL and base64. Longest first, so that none is cut short. */
function patternOf(secrets: readonly string[]): RegExp | undefined {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret === "") continue;
    forms.add(secret);
    forms.add(JSON.stringify(secret).slice(1, -1));
    forms.add(encodeURIComponent(secret.toWellFormed()));
    forms.add(Buffer.from(secret).toString("base64").replace(/=+$/, ""));
  }
  if (forms.size === 0) return undefined;
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(literal).join("|"), "g");
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function maskDeep(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, mask));
  if (typeof value !== "object" || value === null || JSON.isRawJSON(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [mask(key), maskDeep(item, mask)]),
  );
}
