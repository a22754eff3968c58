import { Buffer } from "node:buffer";
import { connect } from "node:http2";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { onAbort } from "../../../core/async/on-abort.ts";
import type { OtlpSignal } from "./otlp-target.ts";

/** What a call brought: gRPC's own status, where one came. */
export interface GrpcAnswer {
  readonly status: number | undefined;
  readonly message: string;
  /** The reply, without its frame. */
  readonly reply: Buffer;
}

const compress = promisify(gzip);
const PREFIX = 5;
/** More of a reply is not read. */
const LONGEST_REPLY = 65_536;

/** One unary call over a connection of its own. Throws where there is no connection, and when `stop` aborts. */
export async function postGrpc(
  bytes: Buffer,
  { url, headers, gzip: isGzip }: OtlpSignal,
  stop: AbortSignal,
): Promise<GrpcAnswer> {
  const { origin, pathname } = new URL(url);
  const message = isGzip ? await compress(bytes) : bytes;
  const frame = Buffer.alloc(PREFIX);
  frame[0] = isGzip ? 1 : 0;
  frame.writeUInt32BE(message.length, 1);
  const session = connect(origin);
  try {
    return await new Promise<GrpcAnswer>((resolve, reject) => {
      session.on("error", reject);
      onAbort(stop, () => reject(stop.reason));
      const call = session.request({
        ...lowerCase(headers),
        ":method": "POST",
        ":path": pathname,
        "content-type": "application/grpc",
        te: "trailers",
        ...(isGzip && { "grpc-encoding": "gzip" }),
      });
      // where there is no reply, the status is in the headers
      let end: Readonly<Record<string, unknown>> = {};
      const chunks: Buffer[] = [];
      let length = 0;
      call.on("response", (given) => {
        end = given;
      });
      call.on("trailers", (given) => {
        end = given;
      });
      call.on("data", (chunk: Buffer) => {
        length += chunk.length;
        if (length <= LONGEST_REPLY) chunks.push(chunk);
      });
      call.on("error", reject);
      call.on("end", () => {
        const status = end["grpc-status"];
        resolve({
          status: status === undefined ? undefined : Number(status),
          message: decoded(String(end["grpc-message"] ?? "")),
          reply: Buffer.concat(chunks).subarray(PREFIX),
        });
      });
      call.end(Buffer.concat([frame, message]));
    });
  } finally {
    session.destroy();
  }
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
