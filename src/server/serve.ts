import type { Server as HttpServer } from "node:http";
import type { Http2Server, ServerHttp2Session } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import { setTimeout } from "node:timers/promises";
import { UserFacingError } from "../core/errors.ts";
import type { RunStore } from "../core/run-store.ts";
import type { TraceStore } from "../core/traces/trace-store.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { apiServer } from "./api-server.ts";
import { otlpGrpcServer } from "./otlp/otlp-grpc.ts";
import { otlpHttpServer } from "./otlp/otlp-http.ts";
import { pressure } from "./otlp/pressure.ts";
import { type PolicyOptions, requestPolicy } from "./request-policy.ts";

export interface ServeOptions extends PolicyOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly otlpPort: number;
  readonly otlpGrpcPort: number;
  readonly store: TraceStore;
  /** Keeps what is evaluated on request; without it nothing but memory does. */
  readonly runs?: RunStore | undefined;
  readonly version: string;
  /** Told of every export that could not be stored, and of every request that failed by our own fault. */
  readonly onFailure: (error: unknown) => void;
  /** Told of every export that was refused. */
  readonly onRefusal?: ((message: string) => void) | undefined;
  /** Milliseconds in which an export must have been sent. */
  readonly requestTimeout?: number | undefined;
}

/** A server that listens. */
export interface RunningServer {
  /** What listens where, in words that scripts read. */
  readonly listeners: readonly string[];
  /** Accepts nothing more, and comes back when everything that was begun is answered. */
  close(): Promise<void>;
}

/** Whoever sends when the server is asked to end has so long to finish. */
const DRAIN_MS = 5_000;

export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { host, store, runs = memoryStore(), onFailure, version } = options;
  const { onRefusal, requestTimeout } = options;
  const policy = requestPolicy(options);
  const inFlight = pressure();
  const otlp = { store, onFailure, onRefusal, requestTimeout, policy, pressure: inFlight };
  const http = otlpHttpServer(otlp);
  const grpc = otlpGrpcServer(otlp);
  const otlpPorts = () => portsOf(http, grpc);
  const api = apiServer({ policy, version, store, runs, onFailure, otlpPorts });
  const sessions = new Set<ServerHttp2Session>();
  grpc.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  async function close(): Promise<void> {
    const closed = [api, http, grpc].map(closing);
    for (const server of [api, http]) server.closeIdleConnections();
    for (const session of sessions) session.close();
    const whole = Promise.all([...closed, inFlight.idle()]);
    const ended = new AbortController();
    await Promise.race([whole, setTimeout(DRAIN_MS, undefined, { signal: ended.signal })]);
    ended.abort();
    for (const server of [api, http]) server.closeAllConnections();
    for (const session of sessions) session.destroy();
  }
  try {
    const address = [
      await listen(api, { host, port: options.port, option: "port" }),
      await listen(http, { host, port: options.otlpPort, option: "otlp_port" }),
      await listen(grpc, { host, port: options.otlpGrpcPort, option: "otlp_grpc_port" }),
    ];
    return {
      listeners: [
        `api http://${address[0]}`,
        `otlp-http http://${address[1]}`,
        `otlp-grpc ${address[2]}`,
      ],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function portsOf(http: Server, grpc: Server) {
  const [httpPort, grpcPort] = [http, grpc].map((server) => server.address());
  if (!isAddress(httpPort) || !isAddress(grpcPort)) return undefined;
  return { httpPort: httpPort.port, grpcPort: grpcPort.port };
}

function isAddress(address: ReturnType<Server["address"]> | undefined): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

interface Place {
  readonly host: string;
  readonly port: number;
  readonly option: string;
}

async function listen(server: Server, { host, port, option }: Place): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(cannotListen(error, { host, port, option })));
    server.listen(port, host, resolve);
  });
  const { port: given } = server.address() as AddressInfo;
  return `${host.includes(":") ? `[${host}]` : host}:${given}`;
}

function cannotListen(error: NodeJS.ErrnoException, { host, port, option }: Place): Error {
  const why = error.code === "EADDRINUSE" ? "something listens there already" : error.message;
  return new UserFacingError("server/cannot-listen", `Cannot listen on ${host}:${port}: ${why}.`, {
    hint: `Choose another with --${option}; 0 picks a free one.`,
  });
}

function closing(server: HttpServer | Http2Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
