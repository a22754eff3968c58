import { readTraceBytes } from "../../traces/formats/read-trace-bytes.ts";
import type { TraceFormat } from "../../traces/formats/read-trace-text.ts";
import { ContentBuilder } from "../../traces/formats/trace-content.ts";
import { RequestProblem } from "./reply.ts";
import type { Upload } from "./uploads.ts";

/** The content of all files together, and what could not be read of them. */
export interface UploadedTraces {
  readonly content: ContentBuilder;
  readonly errors: readonly string[];
  /** By the trace that a file was the first to have. */
  readonly fileOf: ReadonlyMap<string, string>;
}

const ENDINGS = /\.(json|jsonl|ndjson|pb|binpb|otlp|gz)$/i;
const LARGEST_INFLATED = 64 * 1024 * 1024;

export function uploadedTraces(
  files: readonly Upload[],
  format: TraceFormat | undefined,
): UploadedTraces {
  if (files.length === 0) throw new RequestProblem(400, "No valid trace files provided");
  const content = new ContentBuilder();
  const errors: string[] = [];
  const fileOf = new Map<string, string>();
  for (const { name, bytes } of files) {
    checkName(name);
    const read = contentOf(bytes, format);
    if (read === undefined) errors.push(`Failed to load trace file '${name}': it is no trace.`);
    const { spans = [], logs = [], problems = [] } = read ?? {};
    for (const span of spans) {
      content.spans.push(span);
      if (!fileOf.has(span.traceId)) fileOf.set(span.traceId, name);
    }
    for (const log of logs) content.logs.push(log);
    for (const { message } of problems) errors.push(`${name}: ${message}`);
  }
  return { content, errors, fileOf };
}

function checkName(name: string): void {
  if (ENDINGS.test(name)) return;
  const why = "Only .json, .jsonl, .pb and .gz files are read.";
  throw new RequestProblem(400, `Invalid file extension for ${name}. ${why}`);
}

function contentOf(bytes: Buffer, format: TraceFormat | undefined) {
  try {
    return readTraceBytes(bytes, format, LARGEST_INFLATED);
  } catch {
    // damaged or too large when inflated, or nested beyond measure
    return undefined;
  }
}
