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

/** The spans of a trace share its id, and follow each other; whoever reads an id asks about it once more. */
let lastTrace = "";
let lastSpan = "";

/** Nearly every id: hex in lower case, of the right length, and not all zeros. */
function isUsual(id: string, bytes: 8 | 16): boolean {
  if (id === (bytes === 8 ? lastSpan : lastTrace)) return true;
  if (id.length !== bytes * 2 || !isLowerHex(id)) return false;
  if (bytes === 8) lastSpan = id;
  else lastTrace = id;
  return true;
}

/** By hand: there are three ids a span, and a regular expression takes thrice as long. */
function isLowerHex(id: string): boolean {
  let isNothing = true;
  for (let at = 0; at < id.length; at += 1) {
    const code = id.charCodeAt(at);
    const isDigit = code >= 0x30 && code <= 0x39;
    if (!isDigit && (code < 0x61 || code > 0x66)) return false;
    if (code !== 0x30) isNothing = false;
  }
  return !isNothing;
}

function isZero(hex: string): boolean {
  return /^0+$/.test(hex);
}
