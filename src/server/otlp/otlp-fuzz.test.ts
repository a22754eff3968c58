import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { memoryTraceStore } from "../../stores/memory-trace-store.ts";
import { serve } from "../serve.ts";

/** One span each, as senders on loopback write it. */
const PROTOBUF = "0a20121e121c0a100af7651916cd43dd8448eb211c80319c1208b7ad6b7169203331";
const TEXT =
  '{"resourceSpans":[{"resource":{"attributes":[{"key":"a","value":{"intValue":"5"}}]},"scopeSpans":[{"spans":[{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331","startTimeUnixNano":"1","attributes":[{"key":"k","value":{"arrayValue":{"values":[{"stringValue":"x"}]}}}]}]}]}]}';

/** Values of every wrong type, in place of any value of an export. */
const WRONG = [
  "null",
  "true",
  "-1",
  "1e308",
  '"x"',
  "[]",
  "{}",
  "[[]]",
  '{"values":7}',
  '"\\ud800"',
  "99999999999999999999",
];

test("three hundred damaged exports are each answered, and the server stands", async () => {
  const failures: unknown[] = [];
  const server = await serve({
    host: "127.0.0.1",
    port: 0,
    otlpPort: 0,
    otlpGrpcPort: 0,
    store: memoryTraceStore(),
    version: "1",
    onFailure: (error) => failures.push(error),
  });
  onTestFinished(() => server.close());
  const [api = "", url = ""] = server.listeners.map((line) => line.split(" ")[1] ?? "");
  const random = seeded(20261118);
  for (let count = 0; count < 300; count += 1) {
    const isText = random() < 0.5;
    const whole = isText ? Buffer.from(wrongType(TEXT, random)) : Buffer.from(PROTOBUF, "hex");
    const damaged = random() < 0.3 && isText ? whole : damage(whole, random);
    const isGzip = random() < 0.3;
    const type = isText ? "application/json" : "application/x-protobuf";
    const answer = await fetch(`${url}/v1/${random() < 0.2 ? "logs" : "traces"}`, {
      method: "POST",
      body: new Uint8Array(isGzip ? gzipSync(damaged) : damaged),
      headers: { "Content-Type": type, ...(isGzip && { "Content-Encoding": "gzip" }) },
    });
    expect([200, 400]).toContain(answer.status);
    await answer.arrayBuffer();
  }
  expect(failures).toEqual([]);
  expect((await fetch(`${api}/api/health`)).status).toBe(200);
});

/** One value of the text becomes another of a type that nobody expects there. */
function wrongType(text: string, random: () => number): string {
  const values = [...text.matchAll(/(?<=:)("[^"]*"|\[|\{)/g)];
  const value = values[Math.floor(random() * values.length)];
  const wrong = WRONG[Math.floor(random() * WRONG.length)] ?? "";
  if (value === undefined || random() < 0.3) return text;
  const end =
    value.index + (value[0].startsWith('"') ? value[0].length : lengthOf(text, value.index));
  return text.slice(0, value.index) + wrong + text.slice(end);
}

/** Of a list or an object, up to the bracket that closes it. */
function lengthOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if ("[{".includes(text[at] ?? "")) depth += 1;
    if ("]}".includes(text[at] ?? "")) depth -= 1;
    if (depth === 0) return at + 1 - start;
  }
  return text.length - start;
}

function damage(bytes: Buffer, random: () => number): Buffer {
  const count = 1 + Math.floor(random() * 4);
  for (let at = 0; at < count; at += 1) {
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  }
  return random() < 0.2 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes;
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}
