import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { factsOf, portOf } from "../http-facts.ts";
import type { Refusal, RequestPolicy } from "../request-policy.ts";
import type { Came } from "../team/team.ts";
import { ExportProblem, isPressure, RETRY_AFTER } from "./export-problem.ts";
import { problemBytes, replyBytes } from "./export-reply.ts";
import { LARGEST_HEADER, MOST_CONNECTIONS, REQUEST_TIMEOUT } from "./limits.ts";
import type { Pressure } from "./pressure.ts";
import type { ExportEncoding, ExportSignal } from "./read-export.ts";
import { type ReceiveOptions, receiveExport } from "./receive-export.ts";

export interface OtlpServerOptions extends ReceiveOptions {
  readonly policy: RequestPolicy;
  readonly pressure: Pressure;
  /** Who may send, where it is not anybody who reaches the port: why not, or nothing. */
  readonly letIn?: LetIn | undefined;
  /** Told of every request that was refused, in words for whoever runs the server. */
  readonly onRefusal?: ((message: string) => void) | undefined;
  /** Milliseconds in which a request must have been sent. */
  readonly requestTimeout?: number | undefined;
}

/** Asks who a request is from. */
export type LetIn = (request: Came) => Promise<Refusal | undefined>;

const signals: Readonly<Record<string, ExportSignal | undefined>> = {
  __proto__: null as never,
  "/v1/traces": "traces",
  "/v1/logs": "logs",
};

/** OTLP over HTTP, as JSON and protobuf. It answers 200 when what was sent is durable, and not before. */
export function otlpHttpServer(options: OtlpServerOptions): Server {
  const { requestTimeout = REQUEST_TIMEOUT } = options;
  const limits = {
    maxHeaderSize: LARGEST_HEADER,
    requestTimeout,
    headersTimeout: requestTimeout,
    connectionsCheckingInterval: Math.min(2000, requestTimeout),
    // exporters send every few seconds over one connection, and should not find it closing
    keepAliveTimeout: 65_000,
  };
  const isEnding = () => !server.listening;
  const server = createServer(limits, (request, response) => {
    void answer(request, response, { ...options, isEnding });
  });
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

interface AnswerOptions extends OtlpServerOptions {
  /** Whether no new connection is accepted any more. */
  readonly isEnding: () => boolean;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: AnswerOptions,
): Promise<void> {
  const encoding = encodingOf(request) ?? "json";
  const type = encoding === "json" ? "application/json" : "application/x-protobuf";
  response.setHeader("Content-Type", type);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  try {
    const bytes = await receive(request, response, options);
    endConnection(response, options);
    response.writeHead(bytes === undefined ? 204 : 200).end(bytes);
  } catch (error) {
    // whoever went away is answered by nobody
    if (request.destroyed && !request.complete) return;
    const problem = problemOf(error, options);
    if (isPressure(problem.status)) response.setHeader("Retry-After", RETRY_AFTER);
    if (!request.complete) discardRest(request);
    endConnection(response, options);
    response.writeHead(problem.status).end(problemBytes(problem.status, problem.message, encoding));
  }
}

/** Senders keep their connections for the next export: a server that is to end would wait for them. */
function endConnection(response: ServerResponse, { isEnding }: AnswerOptions): void {
  if (isEnding()) response.setHeader("Connection", "close");
}

/** Milliseconds for which the rest of a body that nobody wants is still read: who is cut off while sending reads no answer. */
const LISTENS_ON = 2000;

function discardRest(request: IncomingMessage): void {
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), LISTENS_ON);
  for (const event of ["end", "close"]) request.once(event, () => clearTimeout(timer));
}

/** Undefined for a browser that asks whether it may send. */
async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  options: OtlpServerOptions,
): Promise<Buffer | undefined> {
  const { policy, pressure, letIn } = options;
  const facts = factsOf(request);
  const isPreflight = request.method === "OPTIONS";
  const { origin } = facts;
  const isForeign = origin !== undefined && policy.isAllowedOrigin(origin);
  const refusal =
    policy.refusal(facts, portOf(request)) ?? (isPreflight ? undefined : await letIn?.(request));
  // a browser's question carries no token yet
  if (refusal !== undefined && !(isPreflight && isForeign && refusal.status === 401)) {
    throw new ExportProblem(refusal.status, refusal.message);
  }
  if (isForeign) {
    response.setHeader("Access-Control-Allow-Origin", origin);
    response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    response.setHeader("Vary", "Origin");
  }
  const signal = signals[(request.url ?? "").replace(/\?.*/, "")];
  if (signal === undefined) {
    throw new ExportProblem(404, "Exports go to /v1/traces and /v1/logs.");
  }
  if (isPreflight && isForeign) {
    response.setHeader("Access-Control-Allow-Methods", "POST");
    response.setHeader(
      "Access-Control-Allow-Headers",
      "authorization, content-encoding, content-type",
    );
    return undefined;
  }
  if (request.method !== "POST") throw new ExportProblem(405, "Exports are sent by POST.");
  const encoding = encodingOf(request);
  if (encoding === undefined) {
    const message = "The Content-Type must be application/json or application/x-protobuf.";
    throw new ExportProblem(415, message);
  }
  const isGzip = isGzipped(request.headers["content-encoding"]);
  const length = Number(request.headers["content-length"] ?? 0);
  const stream = request.iterator({ destroyOnReturn: false });
  const body = { stream, isGzip, length };
  return await pressure.during(body, async (bytes, hold) => {
    const given = { signal, encoding, isGzip, body: bytes, hold };
    const received = await receiveExport(given, options);
    return replyBytes(received, encoding);
  });
}

/** Without a type it is JSON; undefined for one that nobody reads here. */
function encodingOf({ headers }: IncomingMessage): ExportEncoding | undefined {
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "application/json";
  if (type === "application/json") return "json";
  return type === "application/x-protobuf" ? "protobuf" : undefined;
}

function isGzipped(encoding: string | undefined): boolean {
  const word = encoding?.trim().toLowerCase() ?? "identity";
  if (word === "gzip") return true;
  if (word === "identity" || word === "") return false;
  throw new ExportProblem(415, "The Content-Encoding must be gzip, or none.");
}

/** What is none of the sender's mistakes is told to whoever runs the server, and may be tried again. */
export function problemOf(
  error: unknown,
  { onFailure, onRefusal }: OtlpServerOptions,
): ExportProblem {
  if (error instanceof ExportProblem) {
    if (!isPressure(error.status)) onRefusal?.(error.message);
    return error;
  }
  onFailure(error);
  return new ExportProblem(503, "It could not be stored just now.");
}
