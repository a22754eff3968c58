import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import { ExportProblem, grpcCodes } from "./export-problem.ts";
import { replyBytes, statusDetails } from "./export-reply.ts";
import { framedMessage } from "./grpc-frame.ts";
import { LARGEST_HEADER, MOST_CONNECTIONS, REQUEST_TIMEOUT } from "./limits.ts";
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
  const server = createServer({
    settings: { maxConcurrentStreams: 64, maxHeaderListSize: LARGEST_HEADER },
    maxSessionMemory: 16,
  });
  server.maxConnections = MOST_CONNECTIONS;
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
  const { requestTimeout = REQUEST_TIMEOUT } = options;
  const late = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), requestTimeout);
  stream.once("close", () => clearTimeout(late));
  try {
    const message = await receive(stream, headers, options);
    reply(stream, { "grpc-status": "0" }, message);
  } catch (error) {
    // whoever went away is answered by nobody
    if (stream.destroyed || stream.closed) return;
    const { status, message } = problemOf(error, options);
    reply(stream, {
      "grpc-status": String(grpcCodes[status]),
      "grpc-message": encodeURIComponent(message),
      "grpc-status-details-bin": statusDetails(status, message).toString("base64"),
    });
  }
}

async function receive(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  options: OtlpServerOptions,
): Promise<Buffer> {
  const { policy, pressure, letIn } = options;
  const { session } = stream;
  const refusal =
    policy.refusal(factsOf(headers), session?.socket.localPort ?? 0) ??
    (await letIn?.({ headers, socket: { remoteAddress: session?.socket.remoteAddress } }));
  if (refusal !== undefined) throw new ExportProblem(refusal.status, refusal.message);
  if (sizeOf(headers) > LARGEST_HEADER) {
    throw new ExportProblem(413, `The headers have more than ${LARGEST_HEADER} bytes.`);
  }
  const signal = methods[headers[":path"] ?? ""];
  if (signal === undefined || headers[":method"] !== "POST") {
    throw new ExportProblem(404, "Only Export of TraceService and LogsService is known.");
  }
  if (!/^application\/grpc(\+proto)?($|;)/.test(headers["content-type"] ?? "")) {
    throw new ExportProblem(415, "The content type must be application/grpc.");
  }
  // who is cut off while sending reads no answer
  const bytes = stream.iterator({ destroyOnReturn: false });
  const message = framedMessage(bytes, String(headers["grpc-encoding"] ?? ""));
  return await pressure.during({ stream: message.bytes, isGzip: false }, async (body, hold) => {
    const { isGzip } = message;
    const given = { signal, encoding: "protobuf", isGzip, body, hold } as const;
    return replyBytes(await receiveExport(given, options), "protobuf");
  });
}

function sizeOf(headers: IncomingHttpHeaders): number {
  return Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + String(value).length,
    0,
  );
}

/** What a policy asks of a request over HTTP/2, which may name its host in two places. */
function factsOf(headers: IncomingHttpHeaders) {
  const hosts = [headers[":authority"], headers.host].filter((host) => host !== undefined);
  const fetchSite = headers["sec-fetch-site"];
  return {
    hosts: [...new Set(hosts)],
    origin: headers.origin,
    authorization: headers.authorization,
    fetchSite: Array.isArray(fetchSite) ? fetchSite.join() : fetchSite,
  };
}

function reply(
  stream: ServerHttp2Stream,
  trailers: Readonly<Record<string, string>>,
  message?: Buffer,
): void {
  if (stream.destroyed) return;
  const headers = {
    ":status": 200,
    "content-type": "application/grpc",
    "grpc-accept-encoding": "identity,gzip",
  };
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
