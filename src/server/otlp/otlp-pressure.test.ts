import { connect as connectHttp2 } from "node:http2";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { TraceStore } from "../../core/traces/trace-store.ts";
import { memoryTraceStore } from "../../stores/memory-trace-store.ts";
import { type ServeOptions, serve } from "../serve.ts";

async function receiver(options: Partial<ServeOptions> = {}) {
  const failures: unknown[] = [];
  const server = await serve({
    host: "127.0.0.1",
    port: 0,
    otlpPort: 0,
    otlpGrpcPort: 0,
    store: memoryTraceStore(),
    version: "1",
    onFailure: (error) => failures.push(error),
    ...options,
  });
  onTestFinished(() => server.close());
  const [, url = "", grpc = ""] = server.listeners.map((line) => line.split(" ")[1] ?? "");
  return { url, grpc: `http://${grpc}`, failures, server };
}

/** A store that keeps everything waiting until it is let go on. */
function slowStore(): TraceStore & { goOn(): void; readonly asked: Promise<void> } {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const store = memoryTraceStore();
  return {
    ...store,
    goOn: gate.resolve,
    asked: asked.promise,
    append: async (batch) => {
      asked.resolve();
      await gate.promise;
      return await store.append(batch);
    },
  };
}

const PROTOBUF = Buffer.from(
  "0a20121e121c0a100af7651916cd43dd8448eb211c80319c1208b7ad6b7169203331",
  "hex",
);

function post(url: string): Promise<Response> {
  const headers = { "Content-Type": "application/x-protobuf" };
  return fetch(`${url}/v1/traces`, { method: "POST", body: new Uint8Array(PROTOBUF), headers });
}

function call(url: string, { isOpen = false } = {}): Promise<Readonly<Record<string, unknown>>> {
  const client = connectHttp2(url);
  client.on("error", () => {});
  return new Promise((resolve) => {
    const stream = client.request({
      ":method": "POST",
      ":path": "/opentelemetry.proto.collector.trace.v1.TraceService/Export",
      "content-type": "application/grpc",
    });
    const facts: Record<string, unknown> = {};
    for (const event of ["response", "trailers"]) {
      stream.on(event, (given) => Object.assign(facts, given));
    }
    stream.on("error", () => {});
    stream.on("close", () => {
      client.destroy();
      resolve(facts);
    });
    stream.resume();
    const frame = Buffer.concat([Buffer.from([0, 0, 0, 0, PROTOBUF.length]), PROTOBUF]);
    if (isOpen) stream.write(frame.subarray(0, 9));
    else stream.end(frame);
  });
}

test("who comes while too much waits is asked to come again, and the others are answered", async () => {
  const store = slowStore();
  const { url, grpc, failures } = await receiver({ store });
  const waiting = Array.from({ length: 300 }, () => post(url));
  // those that wait are not answered yet
  const refused = await Promise.race(waiting);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(refused.headers.get("content-type")).toBe("application/x-protobuf");
  const answer = await call(grpc);
  expect(answer["grpc-status"]).toBe("14");
  const details = Buffer.from(String(answer["grpc-status-details-bin"]), "base64").toString();
  expect(details).toContain("type.googleapis.com/google.rpc.RetryInfo");
  store.goOn();
  const answers = await Promise.all(waiting);
  const stored = answers.filter(({ status }) => status === 200);
  expect(stored.length).toBeGreaterThanOrEqual(256);
  expect(answers.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
  expect((await post(url)).status).toBe(200);
  expect((await call(grpc))["grpc-status"]).toBe("0");
  expect(failures).toEqual([]);
});

/** What a socket is told until it is closed. */
function told(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding("latin1").on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

test("who begins and does not go on is cut off, over HTTP and gRPC", async () => {
  const { url, grpc, failures } = await receiver({ requestTimeout: 300 });
  const head = `POST /v1/traces HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`;
  expect(await told(url, head)).toMatch(/^HTTP\/1\.1 408 /);
  const json = "Content-Type: application/json\r\n";
  expect(await told(url, `${head}${json}Content-Length: 9\r\n\r\n{`)).toMatch(
    /^(HTTP\/1\.1 408 |$)/,
  );
  const chunked = `${head}${json}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`;
  expect(await told(url, chunked)).toMatch(/^(HTTP\/1\.1 408 |$)/);
  expect((await call(grpc, { isOpen: true }))["grpc-status"]).toBeUndefined();
  expect((await post(url)).status).toBe(200);
  expect((await call(grpc))["grpc-status"]).toBe("0");
  expect(failures).toEqual([]);
});

test("who goes away while sending is no failure of ours, and holds nothing", async () => {
  const { url, failures } = await receiver();
  const { hostname, port, host } = new URL(url);
  const head = `POST /v1/traces HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 90\r\n\r\n{`;
  for (let count = 0; count < 300; count += 1) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(head, () => socket.destroy());
      });
      socket.on("close", () => resolve());
    });
  }
  await expect.poll(async () => (await post(url)).status).toBe(200);
  expect(failures).toEqual([]);
});

test("who is answered while the server ends is told to let go of the connection", async () => {
  const store = slowStore();
  const { url, server } = await receiver({ store });
  const { hostname, port, host } = new URL(url);
  const type = "Content-Type: application/x-protobuf\r\n";
  const length = `Content-Length: ${PROTOBUF.length}\r\n\r\n`;
  const head = `POST /v1/traces HTTP/1.1\r\nHost: ${host}\r\n${type}${length}`;
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    answer += chunk;
  });
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(Buffer.concat([Buffer.from(head), PROTOBUF]));
  await store.asked;
  const ended = server.close();
  store.goOn();
  await Promise.all([closed, ended]);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/^Connection: close\r$/m);
});
