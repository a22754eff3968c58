import { setTimeout } from "node:timers/promises";
import type { RunStore } from "../core/run-store.ts";
import type { TraceStore } from "../core/traces/trace-store.ts";
import type { Meters } from "../project/otel/metrics/meters.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { apiServer } from "./api-server.ts";
import { closing, listen } from "./listening.ts";
import { otlpReceiver } from "./otlp/otlp-receiver.ts";
import { type PolicyOptions, requestPolicy } from "./request-policy.ts";
import { senders } from "./team/senders.ts";
import type { Team } from "./team/team.ts";

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
  /** Who may ask and send; undefined where whoever reaches the ports may. */
  readonly team?: Team | undefined;
  readonly meters?: Meters | undefined;
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

/** Whoever asks when the server is asked to end has so long to be answered. */
const DRAIN_MS = 5_000;

export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { host, store, runs = memoryStore(), onFailure, version } = options;
  const policy = requestPolicy(options);
  const { team, meters } = options;
  const receiver = otlpReceiver({ ...options, policy, letIn: team && senders(team) });
  const otlpPorts = () => receiver.ports();
  const api = apiServer({
    ...{ policy, team, meters, version, store, runs, onFailure, otlpPorts },
    health: [() => runs.position()],
  });
  async function close(): Promise<void> {
    const closed = closing(api);
    api.closeIdleConnections();
    const ended = new AbortController();
    const drained = setTimeout(DRAIN_MS, undefined, { signal: ended.signal });
    await Promise.all([Promise.race([closed, drained]), receiver.close()]);
    ended.abort();
    api.closeAllConnections();
  }
  try {
    const address = await listen(api, { host, port: options.port, option: "port" });
    const { http, grpc } = await receiver.listen();
    return {
      listeners: [`api http://${address}`, `otlp-http http://${http}`, `otlp-grpc ${grpc}`],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
