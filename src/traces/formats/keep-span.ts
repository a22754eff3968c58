import type { Span } from "../../core/traces/span.ts";
import { isRegularId } from "./ids.ts";
import type { ContentBuilder } from "./trace-content.ts";

/** Keeps a span that was read. One without an id belongs nowhere: it is lost, and reported. */
export function keepSpan(span: Span, into: ContentBuilder): void {
  const { traceId, spanId, name } = span;
  if (traceId === "" || spanId === "") {
    const which = traceId === "" ? "trace id" : "span id";
    into.addProblem({ message: `A span${name && ` "${name}"`} has no ${which}.` });
    return;
  }
  if (!isRegularId(traceId, 16) || !isRegularId(spanId, 8)) {
    into.warnings.push(`Span ${spanId} of trace ${traceId} has an id of an unusual form.`);
  }
  into.addSpan(span);
}
