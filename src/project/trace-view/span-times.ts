import type { Span } from "../../core/traces/span.ts";

/** Milliseconds of a span since a moment; undefined where it does not say. */
export interface SpanTimes {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** What is wrong with them, in words. */
  readonly flaw?: string | undefined;
}

export function spanTimes({ start, end }: Pick<Span, "start" | "end">, origin: bigint): SpanTimes {
  const times = { start: since(start, origin), end: since(end, origin) };
  if (start === undefined) return { ...times, flaw: end === undefined ? "no times" : "no start" };
  if (end === undefined) return { ...times, flaw: "no end time" };
  return end < start ? { ...times, flaw: "ends before it begins" } : times;
}

function since(time: bigint | undefined, origin: bigint): number | undefined {
  // first the difference, which is small enough for a double
  return time === undefined ? undefined : Number((time - origin) / 1000n) / 1000;
}
