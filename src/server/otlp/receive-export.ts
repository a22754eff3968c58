import type { LogRecord, Span } from "../../core/traces/span.ts";
import type { TraceStore } from "../../core/traces/trace-store.ts";
import { isRegularId } from "../../traces/formats/ids.ts";
import type { TraceContent } from "../../traces/formats/trace-content.ts";
import { sightTraces } from "../../traces/sessions/sight-traces.ts";
import { ExportProblem } from "./export-problem.ts";
import { inflate } from "./inflate.ts";
import { type ExportEncoding, type ExportSignal, readExport } from "./read-export.ts";

/** An export as it came over HTTP or gRPC. */
export interface ExportRequest {
  readonly signal: ExportSignal;
  readonly encoding: ExportEncoding;
  readonly isGzip: boolean;
  readonly body: Buffer;
}

/** An export that is stored. */
export interface ReceivedExport {
  readonly signal: ExportSignal;
  /** Spans or log records that belong nowhere and were left out. */
  readonly rejected: number;
  /** Why; "" where none was. */
  readonly message: string;
}

export interface ReceiveOptions {
  readonly store: TraceStore;
  /** Told of an export that could not be stored. */
  readonly onFailure: (error: unknown) => void;
}

/** Stores an export, and comes back when it is durable. Throws an ExportProblem otherwise. */
export async function receiveExport(
  { signal, encoding, isGzip, body }: ExportRequest,
  { store, onFailure }: ReceiveOptions,
): Promise<ReceivedExport> {
  const content = readExport(isGzip ? await inflate(body) : body, signal, encoding);
  const spans = content.spans.filter(isRegularSpan);
  const logs = content.logs.filter(isPlaced);
  if (spans.length > 0 || logs.length > 0) {
    try {
      await store.append({ spans, logs, traces: sightTraces(spans), receivedAt: Date.now() });
    } catch (error) {
      onFailure(error);
      throw new ExportProblem(503, "It could not be stored just now.");
    }
  }
  const rejected = rejectedCount(content, spans, logs);
  return { signal, rejected, message: rejected === 0 ? "" : messages[signal] };
}

const messages: Readonly<Record<ExportSignal, string>> = {
  traces: "Spans need a trace id of 16 bytes and a span id of 8 bytes that are not zero.",
  logs: "Log records need the id of a trace, or a resource with agentevals.session_name.",
};

function isRegularSpan({ traceId, spanId }: Span): boolean {
  return isRegularId(traceId, 16) && isRegularId(spanId, 8);
}

function isPlaced({ traceId, resource }: LogRecord): boolean {
  if (traceId !== undefined) return isRegularId(traceId, 16);
  const name = resource.attributes["agentevals.session_name"];
  return typeof name === "string" && name !== "";
}

function rejectedCount(
  content: TraceContent,
  spans: readonly Span[],
  logs: readonly LogRecord[],
): number {
  const read = content.spans.length + content.logs.length;
  return content.problems.length + read - spans.length - logs.length;
}
