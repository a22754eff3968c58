import { UNENDED, UNTIMED } from "../../../core/traces/own-attributes.ts";
import type { Span } from "../../../core/traces/span.ts";

/**
 * Spans of which every one has a time, as backends need it: without one they draw it in 1970. What nobody measured stands at
 * the beginning of its parent, takes no time, and says so. Parents come before their children.
 */
export function timedSpans(spans: readonly Span[]): readonly Span[] {
  const starts = new Map<string, bigint>();
  let latest: bigint | undefined;
  return spans.map((span) => {
    const start = span.start ?? starts.get(span.parentSpanId ?? "") ?? latest;
    if (start === undefined) return span;
    starts.set(span.spanId, start);
    latest = start;
    if (span.start !== undefined && span.end !== undefined) return span;
    const unknown = span.start === undefined ? UNTIMED : UNENDED;
    return {
      ...span,
      start,
      end: span.end ?? start,
      attributes: { ...span.attributes, [unknown]: true },
    };
  });
}
