import type { ServerHttp2Session } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { TraceStore } from "../../core/traces/trace-store.ts";
import { closing, listen } from "../listening.ts";
import type { RequestPolicy } from "../request-policy.ts";
import { otlpGrpcServer } from "./otlp-grpc.ts";
import { type LetIn, otlpHttpServer } from "./otlp-http.ts";
import { pressure } from "./pressure.ts";

export interface ReceiverOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly otlpPort: number;
  readonly otlpGrpcPort: number;
  readonly policy: RequestPolicy;
  readonly store: TraceStore;
  /** Who may send, where it is not anybody who reaches the ports. */
  readonly letIn?: LetIn | undefined;
  /** Told of every export that could not be stored. */
  readonly onFailure: (error: unknown) => void;
  /** Told of every export that was refused. */
  readonly onRefusal?: ((message: string) => void) | undefined;
  /** Told how many spans of an export were stored. */
  readonly onSpans?: ((count: number) => void) | undefined;
  /** Milliseconds in which an export must have been sent. */
  readonly requestTimeout?: number | undefined;
}

/** Takes what agents export, over HTTP and gRPC. */
export interface OtlpReceiver {
  listen(): Promise<{ readonly http: string; readonly grpc: string }>;
  /** Undefined where it does not listen. */
  ports(): { readonly httpPort: number; readonly grpcPort: number } | undefined;
  /** Accepts nothing more, and comes back when everything that was begun is answered. */
  close(): Promise<void>;
}

/** Whoever sends when the receiver is asked to end has so long to finish. */
const DRAIN_MS = 5_000;

export function otlpReceiver(options: ReceiverOptions): OtlpReceiver {
  const { host, otlpPort, otlpGrpcPort } = options;
  const inFlight = pressure();
  const http = otlpHttpServer({ ...options, pressure: inFlight });
  const grpc = otlpGrpcServer({ ...options, pressure: inFlight });
  const sessions = new Set<ServerHttp2Session>();
  grpc.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  return {
    listen: async () => ({
      http: await listen(http, { host, port: otlpPort, option: "otlp_port" }),
      grpc: await listen(grpc, { host, port: otlpGrpcPort, option: "otlp_grpc_port" }),
    }),
    ports: () => portsOf(http, grpc),
    async close() {
      const closed = [http, grpc].map(closing);
      http.closeIdleConnections();
      for (const session of sessions) session.close();
      const whole = Promise.all([...closed, inFlight.idle()]);
      const ended = new AbortController();
      await Promise.race([whole, setTimeout(DRAIN_MS, undefined, { signal: ended.signal })]);
      ended.abort();
      http.closeAllConnections();
      for (const session of sessions) session.destroy();
    },
  };
}

function portsOf(http: Server, grpc: Server) {
  const [httpPort, grpcPort] = [http, grpc].map((server) => server.address());
  if (!isAddress(httpPort) || !isAddress(grpcPort)) return undefined;
  return { httpPort: httpPort.port, grpcPort: grpcPort.port };
}

function isAddress(address: ReturnType<Server["address"]> | undefined): address is AddressInfo {
  return typeof address === "object" && address !== null;
}
