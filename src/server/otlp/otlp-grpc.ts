import {
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import { ExportProblem, grpcCodes } from "./export-problem.ts";
import { replyBytes } from "./export-reply.ts";
import { type OtlpServerOptions, problemOf } from "./otlp-http.ts";
import type { ExportSignal } from "./read-export.ts";
import { receiveExport } from "./receive-export.ts";

const methods: Readonly<Record<string, ExportSignal | undefined>> = {
  __proto__: null as never,
  "/opentelemetry.proto.collector.trace.v1.TraceService/Export": "traces",
  "/opentelemetry.proto.collector.logs.v1.LogsService/Export": "logs",
};

/** OTLP over gRPC: two calls, each with one message and one answer. */
export function otlpGrpcServer(options: OtlpServerOptions): Http2Server {
  const server = createServer({ settings: { maxConcurrentStreams: 64 } });
  server.on("stream", (stream, headers) => void answer(stream, headers, options));
  return server;
}

async function answer(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  options: OtlpServerOptions,
): Promise<void> {
  // whoever goes away while being answered does so
  stream.on("error", () => {});
  try {
    const message = await receive(stream, headers, options);
    reply(stream, { "grpc-status": "0" }, message);
  } catch (error) {
    const { status, message } = problemOf(error, options);
    const code = String(grpcCodes[status]);
    reply(stream, { "grpc-status": code, "grpc-message": encodeURIComponent(message) });
  }
}

async function receive(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  options: OtlpServerOptions,
): Promise<Buffer> {
  const { policy, pressure } = options;
  const facts = {
    hosts: [headers[":authority"] ?? headers.host ?? ""],
    origin: headers.origin,
    authorization: headers.authorization,
  };
  const refusal = policy.refusal(facts, stream.session?.socket.localPort ?? 0);
  if (refusal !== undefined) throw new ExportProblem(refusal.status, refusal.message);
  const signal = methods[headers[":path"] ?? ""];
  if (signal === undefined || headers[":method"] !== "POST") {
    throw new ExportProblem(404, "Only Export of TraceService and LogsService is known.");
  }
  if (!/^application\/grpc(\+proto)?($|;)/.test(headers["content-type"] ?? "")) {
    throw new ExportProblem(415, "The content type must be application/grpc.");
  }
  return await pressure.during({ stream, isGzip: false }, async (bytes) => {
    const { isGzip, body } = frameOf(bytes, String(headers["grpc-encoding"] ?? "identity"));
    const received = await receiveExport({ signal, encoding: "protobuf", isGzip, body }, options);
    return replyBytes(received, "protobuf");
  });
}

/** One message: whether it is compressed, its length, its bytes. */
function frameOf(bytes: Buffer, encoding: string): { isGzip: boolean; body: Buffer } {
  if (bytes.length < 5 || bytes.readUInt32BE(1) !== bytes.length - 5) {
    throw new ExportProblem(400, "The call must bring one whole message.");
  }
  const isGzip = bytes[0] === 1;
  if (isGzip && encoding !== "gzip") {
    throw new ExportProblem(404, "Messages may be compressed by gzip only.");
  }
  return { isGzip, body: bytes.subarray(5) };
}

function reply(
  stream: ServerHttp2Stream,
  trailers: Readonly<Record<string, string>>,
  message?: Buffer,
): void {
  if (stream.destroyed) return;
  const headers = { ":status": 200, "content-type": "application/grpc" };
  if (message === undefined) {
    stream.respond({ ...headers, ...trailers }, { endStream: true });
    // a body that nobody wants is not read to its end
    if (!stream.readableEnded) stream.close();
    return;
  }
  stream.respond(headers, { waitForTrailers: true });
  stream.on("wantTrailers", () => stream.sendTrailers(trailers));
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  stream.end(Buffer.concat([prefix, message]));
}
