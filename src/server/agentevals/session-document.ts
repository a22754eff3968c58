import type { TraceStore } from "../../core/traces/trace-store.ts";
import { logLine, spanLine } from "../../traces/formats/write-otlp-json.ts";

const NAME = "agentevals.session_name";

/** A session as one OTLP document that every backend reads, and that is read back as one conversation. */
export async function sessionDocument(store: TraceStore, id: string): Promise<object> {
  const resourceSpans: unknown[] = [];
  const resourceLogs: unknown[] = [];
  const stamped = <T extends { resource: { attributes: Readonly<Record<string, unknown>> } }>(
    each: T,
  ): T => ({
    ...each,
    resource: { ...each.resource, attributes: { ...each.resource.attributes, [NAME]: id } },
  });
  for await (const span of store.spans(id)) {
    resourceSpans.push(...JSON.parse(spanLine(stamped(span))).resourceSpans);
  }
  for await (const log of store.logs(id)) {
    resourceLogs.push(...JSON.parse(logLine(stamped(log))).resourceLogs);
  }
  return { resourceSpans, ...(resourceLogs.length > 0 && { resourceLogs }) };
}
