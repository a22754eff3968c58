import { UserFacingError } from "../../../core/errors.ts";
import type { Attributes } from "../../../core/traces/span.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where spans and log records are sent, as OpenTelemetry's own variables say it. */
export interface OtlpTarget {
  /** Undefined where a variable switches this kind off. */
  readonly traces?: OtlpSignal | undefined;
  readonly logs?: OtlpSignal | undefined;
  /** What senders say of themselves. */
  readonly resource: Attributes;
}

export interface OtlpSignal {
  readonly url: string;
  readonly protocol: "http/protobuf" | "http/json" | "grpc";
  readonly headers: Readonly<Record<string, string>>;
  readonly gzip: boolean;
  /** Milliseconds for one export. */
  readonly timeout: number;
}

/** Reads `OTEL_EXPORTER_OTLP_*`, those of one kind before those of all. Every mistake in them is reported here. */
export function otlpTarget(env: Environment): OtlpTarget {
  const isOff = (name: string) =>
    isWord(env.OTEL_SDK_DISABLED, "true") || isWord(env[name], "none");
  return {
    traces: isOff("OTEL_TRACES_EXPORTER") ? undefined : signal(env, "TRACES", paths.traces),
    logs: isOff("OTEL_LOGS_EXPORTER") ? undefined : signal(env, "LOGS", paths.logs),
    resource: {
      "service.name": "assay",
      ...pairs(env.OTEL_RESOURCE_ATTRIBUTES, "OTEL_RESOURCE_ATTRIBUTES"),
      ...(env.OTEL_SERVICE_NAME ? { "service.name": env.OTEL_SERVICE_NAME } : {}),
    },
  };
}

/** Where metrics are sent: as JSON over HTTP, whatever other kinds go by. Undefined where no address is set. */
export function metricsTarget(
  env: Environment,
): { readonly signal: OtlpSignal; readonly resource: Attributes } | undefined {
  const isAsked = env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT;
  const isOff = isWord(env.OTEL_SDK_DISABLED, "true") || isWord(env.OTEL_METRICS_EXPORTER, "none");
  if (!isAsked || isOff) return undefined;
  const asJson = { ...env, OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: "http/json" };
  return {
    signal: signal(asJson, "METRICS", { http: "/v1/metrics", grpc: "" }),
    resource: otlpTarget(env).resource,
  };
}

interface Paths {
  readonly http: string;
  readonly grpc: string;
}

const SERVICE = "/opentelemetry.proto.collector";
const paths = {
  traces: { http: "/v1/traces", grpc: `${SERVICE}.trace.v1.TraceService/Export` },
  logs: { http: "/v1/logs", grpc: `${SERVICE}.logs.v1.LogsService/Export` },
};

function signal(env: Environment, kind: "TRACES" | "LOGS" | "METRICS", path: Paths): OtlpSignal {
  const variable = (end: string) => {
    const own = `OTEL_EXPORTER_OTLP_${kind}_${end}`;
    return env[own] ? own : `OTEL_EXPORTER_OTLP_${end}`;
  };
  const read = (end: string) => env[variable(end)] || undefined;
  const protocol = protocolOf(read("PROTOCOL"), variable("PROTOCOL"));
  const endpoint = checkedUrl(
    read("ENDPOINT") ?? `http://localhost:${protocol === "grpc" ? 4317 : 4318}`,
    variable("ENDPOINT"),
  );
  // an address for one kind alone is whole already
  const isWhole = variable("ENDPOINT") === `OTEL_EXPORTER_OTLP_${kind}_ENDPOINT`;
  const timeout = Number(read("TIMEOUT") ?? "10000");
  if (!(timeout > 0)) {
    throw wrong(variable("TIMEOUT"), read("TIMEOUT"), "It is a number of milliseconds.");
  }
  return {
    url: addressOf(endpoint, protocol === "grpc" ? path.grpc : isWhole ? "" : path.http, protocol),
    protocol,
    headers: pairs(read("HEADERS"), variable("HEADERS")),
    gzip: isWord(read("COMPRESSION"), "gzip"),
    timeout,
  };
}

function checkedUrl(given: string, name: string): URL {
  const url = URL.parse(given);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw wrong(name, given, "It begins with http:// or https://, as in http://localhost:4318.");
}

/** A gRPC call goes to the service, wherever the address points to. */
function addressOf({ href, origin }: URL, path: string, protocol: OtlpSignal["protocol"]): string {
  if (protocol === "grpc") return `${origin}${path}`;
  return path === "" ? href : `${href.replace(/\/+$/, "")}${path}`;
}

function protocolOf(given = "http/protobuf", name: string): OtlpSignal["protocol"] {
  if (given === "http/protobuf" || given === "http/json" || given === "grpc") return given;
  throw wrong(name, given, "One of http/protobuf, http/json and grpc was expected.");
}

/** `key=value,key=value`, with what is not plain in them percent-encoded. */
function pairs(text: string | undefined, name: string): Readonly<Record<string, string>> {
  const found: [string, string][] = [];
  for (const pair of (text ?? "").split(",")) {
    if (pair.trim() === "") continue;
    const at = pair.indexOf("=");
    // the value may be a key: it is not shown
    if (at < 1) throw wrong(name, undefined, "It is a list of key=value, with commas between.");
    found.push([pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]);
  }
  return Object.fromEntries(found);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isWord(given: string | undefined, word: string): boolean {
  return given?.trim().toLowerCase() === word;
}

function wrong(name: string, given: string | undefined, hint: string): UserFacingError {
  const said = given === undefined ? "cannot be read" : `is "${given}"`;
  return new UserFacingError("cli/usage", `${name} ${said}.`, { hint });
}
