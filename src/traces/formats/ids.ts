const HEX = /^[0-9a-f]+$/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * An id as lower-case hex. OTLP JSON writes hex, protobuf's own JSON base64; whatever else somebody wrote is kept, in lower
 * case. All zeros and nothing are no id.
 */
export function readId(given: unknown, bytes: 8 | 16): string {
  if (typeof given !== "string" || given === "") return "";
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
  return id.length === bytes * 2 && HEX.test(id);
}

function isZero(hex: string): boolean {
  return /^0+$/.test(hex);
}
