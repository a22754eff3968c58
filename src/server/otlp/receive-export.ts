import type { LogRecord, Span } from "../../core/traces/span.ts";
import type { AppendedBatch, TraceStore } from "../../core/traces/trace-store.ts";
import { isRegularId } from "../../traces/formats/ids.ts";
import type { TraceContent } from "../../traces/formats/trace-content.ts";
import { sightTraces } from "../../traces/sessions/sight-traces.ts";
import { ExportProblem } from "./export-problem.ts";
import { inflate } from "./inflate.ts";
import { limitAttributes } from "./limit-attributes.ts";
import { MOST_ATTRIBUTES } from "./limits.ts";
import type { Hold } from "./pressure.ts";
import { type ExportEncoding, type ExportSignal, readExport } from "./read-export.ts";

/** An export as it came over HTTP or gRPC. */
export interface ExportRequest {
  readonly signal: ExportSignal;
  readonly encoding: ExportEncoding;
  readonly isGzip: boolean;
  readonly body: Buffer;
  /** Told of what the body is inflated to. */
  readonly hold: Hold;
}

/** An export that is stored. */
export interface ReceivedExport {
  readonly signal: ExportSignal;
  /** Spans or log records that belong nowhere and were left out. */
  readonly rejected: number;
  /** Why, and what else was not kept as it came; "" where all was. */
  readonly message: string;
}

export interface ReceiveOptions {
  readonly store: TraceStore;
  /** Told of an export that could not be stored. */
  readonly onFailure: (error: unknown) => void;
  /** Told how many spans were stored. */
  readonly onSpans?: ((count: number) => void) | undefined;
}

/** Stores an export, and comes back when it is durable. Throws an ExportProblem otherwise. */
export async function receiveExport(
  request: ExportRequest,
  options: ReceiveOptions,
): Promise<ReceivedExport> {
  const { signal, encoding } = request;
  const content = readExport(await plainBody(request), signal, encoding);
  const { spans, logs, dropped } = limitAttributes({
    ...content,
    spans: content.spans.filter(isRegularSpan),
    logs: content.logs.filter(isPlaced),
  });
  const odd = rejectedCount(content, spans, logs);
  const { rejectedSpans, rejectedLogs } = await append(spans, logs, options);
  const surplus = rejectedSpans + rejectedLogs;
  const message = [
    ...(odd > 0 ? [messages[signal]] : []),
    ...(surplus > 0 ? ["Their trace or their session is full."] : []),
    ...(dropped > 0 ? [`${dropped} attributes beyond ${MOST_ATTRIBUTES} were dropped.`] : []),
  ].join(" ");
  return { signal, rejected: odd + surplus, message };
}

async function plainBody({ isGzip, body, hold }: ExportRequest): Promise<Buffer> {
  if (!isGzip) return body;
  const plain = await inflate(body);
  hold(plain.length);
  return plain;
}

async function append(
  spans: readonly Span[],
  logs: readonly LogRecord[],
  { store, onFailure, onSpans }: ReceiveOptions,
): Promise<Pick<AppendedBatch, "rejectedSpans" | "rejectedLogs">> {
  if (spans.length === 0 && logs.length === 0) return { rejectedSpans: 0, rejectedLogs: 0 };
  try {
    const batch = { spans, logs, traces: sightTraces(spans), receivedAt: Date.now() };
    const stored = await store.append(batch);
    onSpans?.(spans.length - stored.rejectedSpans);
    return stored;
  } catch (error) {
    onFailure(error);
    throw new ExportProblem(503, "It could not be stored just now.");
  }
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
