import { connect } from "node:http2";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import type { TraceStore } from "../../core/traces/trace-store.ts";
import { memoryTraceStore } from "../../stores/memory-trace-store.ts";
import { type RunningServer, type ServeOptions, serve } from "../serve.ts";

const open: RunningServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

interface Receiver {
  readonly store: TraceStore;
  readonly url: string;
  readonly grpc: string;
  readonly api: string;
  readonly failures: unknown[];
}

async function receiver(options: Partial<ServeOptions> = {}): Promise<Receiver> {
  const store = memoryTraceStore();
  const failures: unknown[] = [];
  const server = await serve({
    host: "127.0.0.1",
    port: 0,
    otlpPort: 0,
    otlpGrpcPort: 0,
    store,
    version: "1",
    onFailure: (error) => failures.push(error),
    ...options,
  });
  open.push(server);
  const [api = "", url = "", grpc = ""] = server.listeners.map((line) => line.split(" ")[1] ?? "");
  return { store: options.store ?? store, url, grpc: `http://${grpc}`, api, failures };
}

const span = (end: string, traceId = "0af7651916cd43dd8448eb211c80319c") => ({
  traceId,
  spanId: `b7ad6b71692033${end}`,
  name: "chat",
  startTimeUnixNano: "1790000000000000001",
  endTimeUnixNano: "1790000000500000002",
  attributes: [{ key: "gen_ai.operation.name", value: { stringValue: "chat" } }],
});

function batch(...spans: readonly unknown[]): string {
  return JSON.stringify({ resourceSpans: [{ resource: {}, scopeSpans: [{ spans }] }] });
}

/** One span without a name, in protobuf's own bytes. */
const PROTOBUF = Buffer.from(
  "0a20121e121c0a100af7651916cd43dd8448eb211c80319c1208b7ad6b7169203331",
  "hex",
);

function post(url: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const type = typeof body === "string" ? "application/json" : "application/x-protobuf";
  return fetch(`${url}/v1/traces`, {
    method: "POST",
    body: typeof body === "string" ? body : new Uint8Array(body),
    headers: { "Content-Type": type, ...headers },
  });
}

async function spanCount({ store }: Receiver): Promise<number> {
  const sessions = await store.sessions();
  return sessions.reduce((sum, session) => sum + session.spanCount, 0);
}

test("JSON is stored, and answered in JSON", async () => {
  const server = await receiver();
  const answer = await post(server.url, batch(span("31"), span("32")));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ partialSuccess: {} });
  expect(await spanCount(server)).toBe(2);
});

test("protobuf is stored, and answered in protobuf", async () => {
  const server = await receiver();
  const answer = await post(server.url, PROTOBUF);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/x-protobuf");
  expect((await answer.arrayBuffer()).byteLength).toBe(0);
  expect(await spanCount(server)).toBe(1);
});

test("either may be gzipped, and what comes again is stored once", async () => {
  const server = await receiver();
  for (const body of [PROTOBUF, Buffer.from(batch(span("31")))]) {
    const type = body === PROTOBUF ? "application/x-protobuf" : "application/json";
    const headers = { "Content-Encoding": "gzip", "Content-Type": type };
    expect((await post(server.url, gzipSync(body), headers)).status).toBe(200);
  }
  expect(await spanCount(server)).toBe(1);
});

test("log records go with their trace, and those that belong nowhere are counted", async () => {
  const server = await receiver();
  await post(server.url, batch(span("31")));
  const { traceId, spanId } = span("31");
  const logRecords = [{ traceId, spanId, body: { stringValue: "said" } }, { body: {} }];
  const answer = await fetch(`${server.url}/v1/logs`, {
    method: "POST",
    body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
    headers: { "Content-Type": "application/json" },
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    partialSuccess: { rejectedLogRecords: "1", errorMessage: expect.stringContaining("trace") },
  });
  expect(await server.store.sessions()).toMatchObject([{ spanCount: 1, logCount: 1 }]);
});

test("spans without ids are counted and left out, the others are stored", async () => {
  const server = await receiver();
  const answer = await post(server.url, batch(span("31"), span("32", ""), span("33", "abc")));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    partialSuccess: { rejectedSpans: "2", errorMessage: expect.stringContaining("16 bytes") },
  });
  expect(await spanCount(server)).toBe(1);
});

test.each([
  ["no JSON", "{", 400],
  ["no object", "[]", 400],
  ["a list of the wrong things", '{"resourceSpans":[1]}', 400],
  ["no list", '{"resourceSpans":{}}', 400],
  ["JSON nested deep", `{"resourceSpans":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, 400],
  ["no protobuf", Buffer.from("0affffffffffffffffff01", "hex"), 400],
])("%s is refused with a reason", async (_, body, status) => {
  const answer = await post((await receiver()).url, body);
  expect(answer.status).toBe(status);
  const type = typeof body === "string" ? "application/json" : "application/x-protobuf";
  expect(answer.headers.get("content-type")).toBe(type);
});

test("what is asked for wrongly is refused by its own status", async () => {
  const { url } = await receiver();
  expect((await post(url, "{}", { "Content-Type": "text/plain" })).status).toBe(415);
  expect((await post(url, "{}", { "Content-Encoding": "br" })).status).toBe(415);
  expect((await post(url, "x", { "Content-Encoding": "gzip" })).status).toBe(400);
  expect((await fetch(`${url}/v1/metrics`, { method: "POST", body: "{}" })).status).toBe(404);
  expect((await fetch(`${url}/v1/traces`)).status).toBe(405);
});

test("a gzip bomb is refused, and nothing of it is kept", async () => {
  const server = await receiver();
  const bomb = gzipSync(Buffer.alloc(50_000_000, " "));
  const headers = { "Content-Encoding": "gzip", "Content-Type": "application/json" };
  expect((await post(server.url, bomb, headers)).status).toBe(413);
  expect(await spanCount(server)).toBe(0);
});

test("a store that fails is answered with when to come again, and the next export is accepted", async () => {
  const store = memoryTraceStore();
  let broken = true;
  const failing: TraceStore = {
    ...store,
    append: (given) => (broken ? Promise.reject(new Error("disk full")) : store.append(given)),
  };
  const server = await receiver({ store: failing });
  const answer = await post(server.url, batch(span("31")));
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(server.failures).toEqual([new Error("disk full")]);
  broken = false;
  expect((await post(server.url, batch(span("31")))).status).toBe(200);
});

test("pages of other sites can neither send nor ask", async () => {
  const server = await receiver({ allowedOrigins: ["http://app.test"] });
  const refused = [
    { Origin: "http://evil.test" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "same-site" },
    { Host: "evil.test" },
    { Host: "localhost:1" },
  ];
  for (const headers of refused) {
    expect(await status(server.url, headers)).toBe(403);
    expect(await status(server.api, headers, "GET", "/api/health")).toBe(403);
  }
  expect(await status(server.url, { Origin: "http://app.test" })).toBe(200);
  expect(await status(server.url, { Host: new URL(server.url).host })).toBe(200);
});

test("with a token only those who bring it are heard", async () => {
  const token = "t".repeat(32);
  const server = await receiver({ token });
  expect(await status(server.url, {})).toBe(401);
  expect(await status(server.url, { Authorization: `Bearer ${token}x` })).toBe(401);
  expect(await status(server.url, { Authorization: `Bearer ${token}` })).toBe(200);
});

/** By a bare request, since fetch does not let a program choose its Host. */
async function status(
  url: string,
  headers: Record<string, string>,
  method = "POST",
  path = "/v1/traces",
): Promise<number | undefined> {
  const { request } = await import("node:http");
  return await new Promise((resolve, reject) => {
    const type = { "Content-Type": "application/json" };
    const sent = request(
      `${url}${path}`,
      { method, headers: { ...type, ...headers } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
    sent.on("error", reject);
    sent.end(method === "POST" ? "{}" : undefined);
  });
}

interface Called {
  readonly code: string;
  readonly message: string;
}

async function call(
  url: string,
  body: Buffer,
  headers: Record<string, string> = {},
): Promise<Called> {
  const client = connect(url);
  client.on("error", () => {});
  try {
    return await new Promise((resolve, reject) => {
      const stream = client.request({
        ":method": "POST",
        ":path": "/opentelemetry.proto.collector.trace.v1.TraceService/Export",
        "content-type": "application/grpc",
        ...headers,
      });
      const facts: Record<string, unknown> = {};
      stream.on("response", (given) => Object.assign(facts, given));
      stream.on("trailers", (given) => Object.assign(facts, given));
      stream.on("error", reject);
      stream.on("end", () =>
        resolve({
          code: String(facts["grpc-status"]),
          message: String(facts["grpc-message"] ?? ""),
        }),
      );
      stream.resume();
      stream.end(body);
    });
  } finally {
    client.close();
  }
}

function frame(message: Buffer, compressed = 0): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = compressed;
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

test("gRPC is stored, plain and gzipped", async () => {
  const server = await receiver();
  expect(await call(server.grpc, frame(PROTOBUF))).toEqual({ code: "0", message: "" });
  const gzip = { "grpc-encoding": "gzip" };
  expect((await call(server.grpc, frame(gzipSync(PROTOBUF), 1), gzip)).code).toBe("0");
  expect(await spanCount(server)).toBe(1);
});

test("gRPC says by its own codes what it does not take", async () => {
  const server = await receiver();
  expect((await call(server.grpc, frame(Buffer.from("0aff", "hex")))).code).toBe("3");
  expect((await call(server.grpc, PROTOBUF)).code).toBe("3");
  expect((await call(server.grpc, frame(PROTOBUF), { ":path": "/a.B/C" })).code).toBe("12");
  expect((await call(server.grpc, frame(PROTOBUF), { ":authority": "evil.test" })).code).toBe("7");
  expect(await spanCount(server)).toBe(0);
});

test("the API says that it is well", async () => {
  const { api } = await receiver();
  const health = { data: { status: "ok", version: "1" }, error: null };
  expect(await (await fetch(`${api}/api/health`)).json()).toEqual(health);
  expect((await fetch(`${api}/other`)).status).toBe(404);
});

test("a port that is taken is told with the flag that chooses another", async () => {
  const { api } = await receiver();
  await expect(receiver({ port: Number(new URL(api).port) })).rejects.toMatchObject({
    code: "server/cannot-listen",
    hint: expect.stringContaining("--port"),
  });
});
