/** Nanoseconds since 1970 from what OTLP JSON has: a string of digits, or a number. Undefined for none, and for 0. */
export function readNanoseconds(given: unknown): bigint | undefined {
  if (given === undefined) return undefined;
  const digits = digitsOf(given);
  if (digits === undefined) return undefined;
  const time = BigInt(digits);
  return time > 0n ? time : undefined;
}

/** Jaeger counts in microseconds. */
export function readMicroseconds(given: unknown): bigint | undefined {
  const time = readNanoseconds(given);
  return time === undefined ? undefined : time * 1000n;
}

function digitsOf(given: unknown): string | undefined {
  if (typeof given === "string") return isDigits(given) ? given : undefined;
  if (typeof given === "number") {
    return Number.isFinite(given) && given >= 0 ? BigInt(Math.trunc(given)).toString() : undefined;
  }
  return JSON.isRawJSON(given) && isDigits(given.rawJSON) ? given.rawJSON : undefined;
}

/** Of at most 20, which 64 bits have. By hand: every span has two, and a regular expression takes thrice as long. */
function isDigits(text: string): boolean {
  if (text.length === 0 || text.length > 20) return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}
