/** A float as Python prints it: `1.0`, `0.3333333333333333`, `1e+22`, `1e-07`. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0.0";
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude >= 1e16 || magnitude < 1e-4)) {
    return withPythonExponent(value.toExponential());
  }
  const text = String(value);
  // JavaScript turns to exponents later than Python for small numbers only, which are dealt with above
  return text.includes(".") ? text : `${text}.0`;
}

/** C's `%g`: six significant digits, no trailing zeros. */
export function generalText(value: number): string {
  if (!Number.isFinite(value)) return floatText(value);
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const exponent = Number(value.toExponential(5).split("e")[1]);
  if (exponent < -4 || exponent >= 6) {
    const [digits = "", power = ""] = value.toExponential(5).split("e");
    return withPythonExponent(`${withoutZeros(digits)}e${power}`);
  }
  return withoutZeros(value.toFixed(5 - exponent));
}

/** A value as Python's `repr` prints it. Numbers that are whole print as integers: JSON does not tell them apart. */
export function reprText(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") {
    return Number.isSafeInteger(value) ? String(value) : floatText(value);
  }
  if (JSON.isRawJSON(value)) return value.rawJSON;
  if (Array.isArray(value)) return `[${value.map(reprText).join(", ")}]`;
  const entries = Object.entries(value as Record<string, unknown>);
  return `{${entries.map(([key, item]) => `${quoted(key)}: ${reprText(item)}`).join(", ")}}`;
}

function withPythonExponent(text: string): string {
  return text.replace(/e([+-])(\d)$/, "e$10$2");
}

function withoutZeros(digits: string): string {
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
}

/** Controls are left to the cleaning of all foreign text, which shows them in the same way. */
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote;
}
