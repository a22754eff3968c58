import type { SafeText } from "./safe-text.ts";

/** Attributes of an element; those without a value are left out. */
export function attributes(
  values: Readonly<Record<string, string | number | undefined>>,
  say: SafeText,
): string {
  return Object.entries(values)
    .map(([name, value]) =>
      value === undefined ? "" : ` ${name}="${xml(say.line(String(value)))}"`,
    )
    .join("");
}

/** What cleaning left is allowed in XML 1.0; only the markup is still to be escaped. */
export function xml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
