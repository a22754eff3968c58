import { gunzipSync } from "node:zlib";
import { readFramedExports } from "./framed-exports.ts";
import { jsonText } from "./json-lines.ts";
import { readProtobufLogs, readProtobufSpans } from "./otlp-protobuf.ts";
import { ProtobufError, ProtobufReader } from "./protobuf-reader.ts";
import { readTraceText, type TraceFormat } from "./read-trace-text.ts";
import { ContentBuilder, type TraceContent } from "./trace-content.ts";

/** A file that inflates to more is refused: it would not fit into memory as a text. */
const LARGEST_INFLATED = 1024 * 1024 * 1024;

/** Reads a trace file: text or protobuf, plain or gzipped, by what it holds. Undefined where it is no trace. */
export function readTraceBytes(
  bytes: Buffer,
  format?: TraceFormat,
  maxOutputLength: number = LARGEST_INFLATED,
): TraceContent | undefined {
  const plain = isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength }) : bytes;
  if (format === undefined) {
    const read = mayBeProtobuf(plain)
      ? readProtobuf(plain)
      : readFramedExports(plain, readProtobuf);
    if (read !== undefined) return read;
  }
  return readTraceText(jsonText(plain), format);
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The first field of an export, with its length; 0x0a is a line break too, so it may still be text. */
function mayBeProtobuf(bytes: Buffer): boolean {
  return bytes[0] === 0x0a && bytes.length > 1;
}

function readProtobuf(bytes: Buffer): TraceContent | undefined {
  for (const read of [readProtobufSpans, readProtobufLogs]) {
    const into = new ContentBuilder();
    try {
      read(new ProtobufReader(bytes), into);
    } catch (error) {
      if (error instanceof ProtobufError) continue;
      throw error;
    }
    if (into.spans.length > 0 || into.logs.length > 0) return into;
  }
  return undefined;
}
