/** Nanoseconds since 1970 from what OTLP JSON has: a string of digits, or a number. Undefined for none, and for 0. */
export function readNanoseconds(given: unknown): bigint | undefined {
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
  if (typeof given === "string") return /^\d{1,20}$/.test(given) ? given : undefined;
  if (typeof given === "number") {
    return Number.isFinite(given) && given >= 0 ? BigInt(Math.trunc(given)).toString() : undefined;
  }
  return JSON.isRawJSON(given) && /^\d{1,20}$/.test(given.rawJSON) ? given.rawJSON : undefined;
}
