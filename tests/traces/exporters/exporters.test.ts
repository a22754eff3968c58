import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OTLPLogExporter as GrpcLogs } from "@opentelemetry/exporter-logs-otlp-grpc";
import { OTLPLogExporter as JsonLogs } from "@opentelemetry/exporter-logs-otlp-http";
import { OTLPLogExporter as ProtoLogs } from "@opentelemetry/exporter-logs-otlp-proto";
import { OTLPTraceExporter as GrpcSpans } from "@opentelemetry/exporter-trace-otlp-grpc";
import { OTLPTraceExporter as JsonSpans } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtoSpans } from "@opentelemetry/exporter-trace-otlp-proto";
import { afterEach, expect, test, vi } from "vitest";
import { assay, project } from "../../cli/assay.ts";
import { type Served, startServe } from "../../cli/serve/start-serve.ts";
import { logLineOf, spanLineOf } from "./expected-lines.ts";
import { type Recorded, recordAgent } from "./instrumented-agent.ts";

/** OpenTelemetry's own exporters, told by the variables that a user sets and by nothing else. */
const exporters = {
  "JSON over HTTP": { spans: () => new JsonSpans(), logs: () => new JsonLogs(), by: "otlp" },
  "protobuf over HTTP": { spans: () => new ProtoSpans(), logs: () => new ProtoLogs(), by: "otlp" },
  gRPC: { spans: () => new GrpcSpans(), logs: () => new GrpcLogs(), by: "grpc" },
} as const;

type Way = keyof typeof exporters;
const ways = Object.keys(exporters) as Way[];
const TOKEN = "0123456789abcdef0123456789abcdef";

afterEach(() => vi.unstubAllEnvs());

interface Exporting<T> {
  export(items: T[], done: (result: { readonly code: number }) => void): void;
  shutdown(): Promise<void>;
}

/** 0 is OpenTelemetry's word for stored. */
async function exported<T>(exporter: Exporting<T>, items: T[]): Promise<number> {
  const { code } = await new Promise<{ code: number }>((done) => exporter.export(items, done));
  await exporter.shutdown();
  return code;
}

async function send(way: Way, served: Served, { spans, logs }: Recorded): Promise<number[]> {
  const exporter = exporters[way];
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", served[exporter.by]);
  return [await exported(exporter.spans(), spans), await exported(exporter.logs(), logs)];
}

test.each(
  ways.flatMap((way) => [
    { way, compression: "none" },
    { way, compression: "gzip" },
  ]),
)(
  "what OpenTelemetry's exporter sends as $way, compressed by $compression, is exported again span by span",
  async ({ way, compression }) => {
    const cwd = project({});
    const served = await startServe(cwd);
    vi.stubEnv("OTEL_EXPORTER_OTLP_COMPRESSION", compression);
    const recorded = await recordAgent("demo");
    expect(await send(way, served, recorded)).toEqual([0, 0]);
    // an exporter that missed the answer sends everything again
    expect(await send(way, served, recorded)).toEqual([0, 0]);
    const ended = once(served.child, "exit");
    served.child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect((await assay(["sessions", "export", "demo", "--to", "out.jsonl"], { cwd })).code).toBe(
      0,
    );
    const lines = readFileSync(join(cwd, "out.jsonl"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      ...recorded.spans.map(spanLineOf),
      ...recorded.logs.map(logLineOf),
    ]);
    const [session] = JSON.parse((await assay(["sessions", "-o", "json"], { cwd })).stdout);
    expect(session).toMatchObject({ id: "demo", agent: "clerk", traces: 1, spans: 3, turns: 1 });
  },
);

test.each(ways)("%s brings the token by the variable that exporters read", async (way) => {
  const cwd = project({});
  const served = await startServe(cwd, [], { ASSAY_TOKEN: TOKEN });
  const recorded = await recordAgent("demo");
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", `authorization=Bearer ${TOKEN}x`);
  expect(await send(way, served, recorded)).toEqual([1, 1]);
  expect((await assay(["sessions", "-o", "json"], { cwd })).stdout).toBe("[]\n");
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", `authorization=Bearer ${TOKEN}`);
  expect(await send(way, served, recorded)).toEqual([0, 0]);
});
