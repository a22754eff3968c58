const HEX = /^[0-9a-f]+$/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * An id as lower-case hex. OTLP JSON writes hex, protobuf's own JSON base64; whatever else somebody wrote is kept, in lower
 * case. All zeros and nothing are no id.
 */
export function readId(given: unknown, bytes: 8 | 16): string {
  if (typeof given !== "string" || given === "") return "";
  return isUsual(given, bytes) ? given : readUnusual(given, bytes);
}

function readUnusual(given: string, bytes: 8 | 16): string {
  const isHex = HEX.test(given);
  if (isHex && given.length === bytes * 2) return isZero(given) ? "" : given.toLowerCase();
  if (given.length === Math.ceil(bytes / 3) * 4 && BASE64.test(given)) {
    const decoded = Buffer.from(given, "base64");
    if (decoded.length === bytes) {
      const hex = decoded.toString("hex");
      return isZero(hex) ? "" : hex;
    }
  }
  if (isHex && isZero(given)) return "";
  return given.toLowerCase();
}

/** Whether an id has the length that OpenTelemetry asks for. */
export function isRegularId(id: string, bytes: 8 | 16): boolean {
  return isUsual(id, bytes) || (id.length === bytes * 2 && HEX.test(id));
}

/** Nearly every id: hex in lower case, of the right length, and not all zeros. */
const USUAL = { 8: /^(?!0{16})[0-9a-f]{16}$/, 16: /^(?!0{32})[0-9a-f]{32}$/ };

/** The spans of a trace share its id, and follow each other. */
let lastTrace = "";

function isUsual(id: string, bytes: 8 | 16): boolean {
  if (bytes === 8) return USUAL[8].test(id);
  if (id === lastTrace) return true;
  if (!USUAL[16].test(id)) return false;
  lastTrace = id;
  return true;
}

function isZero(hex: string): boolean {
  return /^0+$/.test(hex);
}
