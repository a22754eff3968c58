import type { TraceContent } from "./formats/trace-content.ts";
import { type TraceRecord, traceRecord } from "./records/trace-record.ts";
import { findTurns } from "./turns/find-turns.ts";
import { spanTree } from "./turns/span-tree.ts";

/** The traces of what was read, in the order of their first appearance, with their turns. */
export function readTraces({
  spans,
  logs,
}: Pick<TraceContent, "spans" | "logs">): readonly TraceRecord[] {
  const byTrace = Map.groupBy(spans, ({ traceId }) => traceId);
  const logsOf = Map.groupBy(logs, ({ traceId }) => traceId);
  return [...byTrace].map(([traceId, own]) =>
    traceRecord(findTurns(spanTree(traceId, own, logsOf.get(traceId)))),
  );
}
