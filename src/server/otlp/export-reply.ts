import { bytesField, numberField } from "../../traces/formats/protobuf-writer.ts";
import { type ExportStatus, grpcCodes, isPressure, RETRY_AFTER } from "./export-problem.ts";
import type { ExportEncoding } from "./read-export.ts";
import type { ReceivedExport } from "./receive-export.ts";

/** The answer to an export that was stored, in the encoding of its request. */
export function replyBytes(received: ReceivedExport, encoding: ExportEncoding): Buffer {
  const { signal, rejected, message } = received;
  if (encoding === "json") {
    const count = signal === "traces" ? "rejectedSpans" : "rejectedLogRecords";
    const partial = {
      ...(rejected > 0 && { [count]: String(rejected) }),
      ...(message !== "" && { errorMessage: message }),
    };
    return Buffer.from(JSON.stringify({ partialSuccess: partial }));
  }
  if (message === "") return Buffer.alloc(0);
  const count = rejected === 0 ? Buffer.alloc(0) : numberField(1, rejected);
  return bytesField(1, Buffer.concat([count, bytesField(2, message)]));
}

/** `google.rpc.Status`, in the encoding of the request. */
export function problemBytes(
  status: ExportStatus,
  message: string,
  encoding: ExportEncoding,
): Buffer {
  const code = grpcCodes[status];
  if (encoding === "json") return Buffer.from(JSON.stringify({ code, message }));
  return statusBytes(code, message);
}

/** `google.rpc.Status` of gRPC, with when to come again where that helps. */
export function statusDetails(status: ExportStatus, message: string): Buffer {
  const bytes = statusBytes(grpcCodes[status], message);
  if (!isPressure(status)) return bytes;
  const retryInfo = bytesField(1, numberField(1, RETRY_AFTER));
  const any = Buffer.concat([bytesField(1, RETRY_INFO), bytesField(2, retryInfo)]);
  return Buffer.concat([bytes, bytesField(3, any)]);
}

const RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";

function statusBytes(code: number, message: string): Buffer {
  return Buffer.concat([numberField(1, code), bytesField(2, message)]);
}
