import { type ExportStatus, grpcCodes } from "./export-problem.ts";
import type { ExportEncoding } from "./read-export.ts";
import type { ReceivedExport } from "./receive-export.ts";

/** The answer to an export that was stored, in the encoding of its request. */
export function replyBytes(received: ReceivedExport, encoding: ExportEncoding): Buffer {
  const { signal, rejected, message } = received;
  if (encoding === "json") {
    const count = signal === "traces" ? "rejectedSpans" : "rejectedLogRecords";
    const partial = rejected === 0 ? {} : { [count]: String(rejected), errorMessage: message };
    return Buffer.from(JSON.stringify({ partialSuccess: partial }));
  }
  if (rejected === 0) return Buffer.alloc(0);
  return field(1, Buffer.concat([number(1, rejected), field(2, Buffer.from(message))]));
}

/** `google.rpc.Status`, in the encoding of the request. */
export function problemBytes(
  status: ExportStatus,
  message: string,
  encoding: ExportEncoding,
): Buffer {
  const code = grpcCodes[status];
  if (encoding === "json") return Buffer.from(JSON.stringify({ code, message }));
  return Buffer.concat([number(1, code), field(2, Buffer.from(message))]);
}

function field(id: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(id * 8 + 2), varint(bytes.length), bytes]);
}

function number(id: number, value: number): Buffer {
  return Buffer.concat([varint(id * 8), varint(value)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return Buffer.from(bytes);
}
