import type { OtelReporterOptions } from "../../project/otel/emit/otel-reporter.ts";
import type { OpenTraces } from "./open-traces.ts";

/** The spans of turns in the traces that are scored: they have the turns' ids. */
export function scoredSpans(traces: OpenTraces | undefined): OtelReporterOptions["scoredSpans"] {
  if (traces === undefined) return undefined;
  return ({ index, invocations }) => {
    const turns = traces.loaded.traceOf?.(index)?.turns ?? [];
    return invocations.map(({ invocationId }, turn) => {
      const traceId = turns[turn]?.traceId;
      return traceId && invocationId ? { traceId, spanId: invocationId } : undefined;
    });
  };
}
