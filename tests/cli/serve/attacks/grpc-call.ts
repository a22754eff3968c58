import { type ClientHttp2Session, connect } from "node:http2";

export interface GrpcAnswer {
  /** gRPC's number; "none" where the call ended without one. */
  readonly code: string;
  readonly message: string;
  /** `grpc-status-details-bin`, decoded. */
  readonly details: string;
}

export interface GrpcCall {
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body is sent, and its end is not. */
  readonly isOpen?: boolean;
}

export const EXPORT = "/opentelemetry.proto.collector.trace.v1.TraceService/Export";

/** One call over a connection of its own. */
export async function grpcCall(url: string, call: GrpcCall): Promise<GrpcAnswer> {
  const client = connect(url);
  client.on("error", () => {});
  try {
    return await callOver(client, call);
  } finally {
    client.destroy();
  }
}

function callOver(
  client: ClientHttp2Session,
  { body = Buffer.alloc(0), headers = {}, isOpen = false }: GrpcCall,
): Promise<GrpcAnswer> {
  return new Promise((resolve) => {
    const stream = client.request({
      ":method": "POST",
      ":path": EXPORT,
      "content-type": "application/grpc",
      ...headers,
    });
    const facts: Record<string, unknown> = {};
    stream.on("response", (given) => Object.assign(facts, given));
    stream.on("trailers", (given) => Object.assign(facts, given));
    stream.on("error", () => {});
    stream.on("close", () =>
      resolve({
        code: String(facts["grpc-status"] ?? "none"),
        message: decodeURIComponent(String(facts["grpc-message"] ?? "")),
        details: Buffer.from(String(facts["grpc-status-details-bin"] ?? ""), "base64").toString(),
      }),
    );
    stream.resume();
    if (isOpen) stream.write(body);
    else stream.end(body);
  });
}

/** A message in its frame, or a frame that lies about it. */
export function frame(message: Buffer, { flag = 0, length = message.length } = {}): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
}
