/**
 * A number as Python prints a float: `1789000000.0`, `1e-05`, `1e+16`.
 * The digits are the same as JavaScript's; where the point stands and when an exponent begins is not.
 */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const [, sign = "", first = "0", rest = "", power = "0"] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toExponential()) ?? [];
  const minus = Object.is(value, -0) ? "-" : sign;
  const exponent = Number(power);
  const digits = first + rest;
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${minus}${first}${rest === "" ? "" : `.${rest}`}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${minus}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${minus}${whole}.${digits.slice(exponent + 1) || "0"}`;
}

/** What ADK hashes for an id: texts, lists and objects only, as nothing else stands in a scenario. */
export type HashedJson =
  | string
  | null
  | readonly HashedJson[]
  | { readonly [key: string]: HashedJson };

/** As Python's `json.dumps(value, sort_keys=True)`: ASCII only, a blank after commas and colons. */
export function pythonJson(value: HashedJson): string {
  if (value === null) return "null";
  if (typeof value === "string") return asciiString(value);
  if (isList(value)) return `[${value.map(pythonJson).join(", ")}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${asciiString(key)}: ${pythonJson(value[key] ?? null)}`).join(", ")}}`;
}

function isList(value: HashedJson): value is readonly HashedJson[] {
  return Array.isArray(value);
}

/** JSON.stringify escapes the controls as Python does; DEL and everything beyond ASCII are left to us. */
function asciiString(text: string): string {
  return JSON.stringify(text).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
