import type { Span } from "../../core/traces/span.ts";

/** From the earliest start to the latest end; undefined where no span knows one. */
export function timesOf(spans: readonly Span[]): {
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
} {
  let start: bigint | undefined;
  let end: bigint | undefined;
  for (const span of spans) {
    if (span.start !== undefined && (start === undefined || span.start < start)) start = span.start;
    if (span.end !== undefined && (end === undefined || span.end > end)) end = span.end;
  }
  return { start, end };
}
