/** A value as people read JSON; a text that is JSON is shown as what it says. */
export function JsonText({ value }: { readonly value: unknown }) {
  return <pre className="printed">{jsonText(value)}</pre>;
}

function jsonText(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value, null, 2) ?? "";
  if (!/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
