import { gunzipSync } from "node:zlib";
import { UserFacingError } from "../../core/errors.ts";
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
  const plain = isGzip(bytes) ? inflated(bytes, maxOutputLength) : bytes;
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

function inflated(bytes: Buffer, maxOutputLength: number): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength });
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw isTooLarge
      ? new UserFacingError("trace/invalid", "The trace is more than can be inflated at once.", {
          hint: "Give it as JSON lines to assay score, which reads them in pieces.",
          cause,
        })
      : new UserFacingError("trace/invalid", "The trace is a damaged gzip.", {
          hint: "Was it cut off on its way? Write it again, and read it when that has ended.",
          cause,
        });
  }
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
