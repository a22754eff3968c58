import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { bytesField, numberField } from "../../../../src/traces/formats/protobuf-writer.ts";
import { attackedServer, exportOf, sendRaw, spanOf, statusOf } from "./target.ts";

const target = attackedServer();

interface Attack {
  readonly body: Buffer | string;
  readonly type?: string;
  readonly encoding?: string;
}

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly body: string;
}

async function send({ body, type, encoding }: Attack): Promise<Answer> {
  const usual = typeof body === "string" ? "application/json" : "application/x-protobuf";
  const answer = await fetch(`${target().otlp}/v1/traces`, {
    method: "POST",
    headers: {
      "Content-Type": type ?? usual,
      ...(encoding !== undefined && { "Content-Encoding": encoding }),
    },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
  const text = Buffer.from(await answer.arrayBuffer()).toString("latin1");
  return { status: answer.status, type: answer.headers.get("content-type"), body: text };
}

const MB = 1024 * 1024;
const MOST_MEGABYTES = 900;
const json = "application/json";
const gzip = (text: string | Buffer, type = json): Attack => ({
  body: gzipSync(text),
  encoding: "gzip",
  type,
});
const attributed = (attributes: readonly object[]) => exportOf([spanOf(1, { attributes })]);
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

/** A span in protobuf, with these bytes beside its ids. */
function protobuf(
  more: Buffer,
  traceId = Buffer.alloc(16, 7),
  spanId = Buffer.alloc(8, 7),
): Buffer {
  const span = Buffer.concat([bytesField(1, traceId), bytesField(2, spanId), more]);
  return bytesField(1, bytesField(2, bytesField(2, span)));
}

/** An attribute whose value is a list in a list in a list… */
function nested(depth: number): Buffer {
  let value = bytesField(1, "x");
  for (let at = 0; at < depth; at += 1) value = bytesField(5, bytesField(1, value));
  return protobuf(bytesField(9, Buffer.concat([bytesField(1, "k"), bytesField(2, value)])));
}

const varint = (byte: string, times: number) => Buffer.from(byte.repeat(times), "hex");

/** What each is answered. 200 with nothing rejected is an answer too: odd, and harmless. */
const attacks: Readonly<Record<string, readonly [status: number, make: () => Attack]>> = {
  "gzip, 1000 to 1": [413, () => gzip(Buffer.alloc(100 * MB, " "))],
  "gzip in gzip": [400, () => gzip(gzipSync(exportOf([spanOf(1)])))],
  "a thousand members of gzip": [
    400,
    () => ({ body: Buffer.concat(Array(1000).fill(gzipSync(" "))), type: json, encoding: "gzip" }),
  ],
  "gzip cut off": [
    400,
    () => ({ body: gzipSync(exportOf([spanOf(1)])).subarray(0, 40), type: json, encoding: "gzip" }),
  ],
  "no gzip, called so": [400, () => ({ body: exportOf([spanOf(1)]), encoding: "gzip" })],
  "gzip, not called so": [400, () => ({ body: gzipSync("{}"), type: json })],
  deflate: [415, () => ({ body: "{}", encoding: "deflate" })],
  br: [415, () => ({ body: "{}", encoding: "br" })],
  "gzip twice": [415, () => ({ body: "{}", encoding: "gzip, gzip" })],
  "a body of 65 MB": [413, () => ({ body: Buffer.alloc(65 * MB) })],
  "gzip of 17 MB": [413, () => ({ body: Buffer.alloc(17 * MB), encoding: "gzip" })],
  "a million tiny spans": [
    413,
    () => {
      const ids = Buffer.concat([
        bytesField(1, Buffer.alloc(16, 1)),
        bytesField(2, Buffer.alloc(8, 1)),
      ]);
      const spans = Buffer.concat(Array(1_000_000).fill(bytesField(2, ids)));
      return { body: bytesField(1, bytesField(2, spans)) };
    },
  ],
  "ten million empty spans": [
    413,
    () => ({ body: bytesField(1, bytesField(2, varint("1200", 10_000_000))) }),
  ],
  "ten million empty groups": [400, () => ({ body: bytesField(1, varint("1200", 10_000_000)) })],
  "an attribute of 40 MB": [400, () => ({ body: attributed([text("k", "x".repeat(40 * MB))]) })],
  "an attribute of 40 MB, protobuf": [
    400,
    () => ({
      body: protobuf(
        bytesField(
          9,
          Buffer.concat([
            bytesField(1, "k"),
            bytesField(2, bytesField(1, Buffer.alloc(40 * MB, "x"))),
          ]),
        ),
      ),
    }),
  ],
  "100,000 attributes": [
    200,
    () => ({ body: attributed(Array.from({ length: 100_000 }, (_, at) => text(`k${at}`, ""))) }),
  ],
  "JSON 100,000 deep": [400, () => ({ body: `{"resourceSpans":${"[".repeat(100_000)}` })],
  "JSON 100,000 deep, gzipped": [400, () => gzip("[".repeat(100_000))],
  "a million keys": [
    400,
    () => ({
      body: `{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":0`).join()},"resourceSpans":[]}`,
    }),
  ],
  "twenty million values": [
    400,
    () => ({ body: `{"resourceSpans":[${"0,".repeat(20_000_000)}0]}` }),
  ],
  "the same key again and again": [
    200,
    () => ({ body: `{"resourceSpans":[],"resourceSpans":[],"resourceSpans":[]}` }),
  ],
  __proto__: [
    200,
    () => ({
      body: `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"resourceSpans":[{"__proto__":{"polluted":1},"scopeSpans":[{"spans":[{"traceId":"${"a".repeat(32)}","spanId":"${"b".repeat(16)}","__proto__":{"polluted":1},"attributes":[{"key":"__proto__","value":{"kvlistValue":{"values":[{"key":"__proto__","value":{"stringValue":"x"}}]}}},{"key":"constructor","value":{"stringValue":"x"}}]}]}]}]}`,
    }),
  ],
  "huge integers": [
    200,
    () => ({ body: attributed([{ key: "k", value: { intValue: "9".repeat(400) } }]) }),
  ],
  "1e999": [400, () => ({ body: `{"resourceSpans":[],"n":1e999}` })],
  NaN: [400, () => ({ body: `{"resourceSpans":[],"n":NaN}` })],
  "a byte order mark": [200, () => ({ body: `\ufeff{"resourceSpans":[]}` })],
  "UTF-16": [400, () => ({ body: Buffer.from("{}", "utf16le"), type: json })],
  "bytes that are no UTF-8": [
    400,
    () => ({ body: Buffer.from("7b22ff223a317d", "hex"), type: json }),
  ],
  "half a character": [200, () => ({ body: String.raw`{"resourceSpans":[],"k":"\ud800"}` })],
  "nothing at all": [400, () => ({ body: "" })],
  "nothing at all, protobuf": [200, () => ({ body: Buffer.alloc(0) })],
  "wrong types everywhere": [
    200,
    () => ({
      body: `{"resourceSpans":[{"resource":7,"scopeSpans":[{"scope":[],"spans":[{"traceId":{},"spanId":[],"name":{},"kind":"?","startTimeUnixNano":{},"attributes":7,"events":{},"links":"x","status":[]}]}]}]}`,
    }),
  ],
  "a number that does not end": [400, () => ({ body: Buffer.from("0a80", "hex") })],
  "a number of eleven bytes": [400, () => ({ body: varint("ff", 11) })],
  "a length of ten bytes": [
    400,
    () => ({ body: Buffer.concat([varint("0a", 1), varint("ff", 9), varint("01", 1)]) }),
  ],
  "the wrong wire type": [400, () => ({ body: Buffer.from("0d00000000", "hex") })],
  "a group, which is no more": [400, () => ({ body: Buffer.from("0b0c", "hex") })],
  "field 0": [400, () => ({ body: Buffer.from("0000", "hex") })],
  "values 10,000 deep": [400, () => ({ body: nested(10_000) })],
  "a length beyond the end": [400, () => ({ body: Buffer.from("0aff7f00", "hex") })],
  "fields that nobody knows": [
    200,
    () => ({
      body: Buffer.concat([
        numberField(999, 1),
        bytesField(1000, "x"),
        protobuf(numberField(77, 1)),
      ]),
    }),
  ],
  "ids of no bytes": [
    200,
    () => ({ body: protobuf(Buffer.alloc(0), Buffer.alloc(0), Buffer.alloc(0)) }),
  ],
  "a trace id of 15 bytes": [200, () => ({ body: protobuf(Buffer.alloc(0), Buffer.alloc(15, 1)) })],
};

test.each(Object.entries(attacks))("%s", { timeout: 60_000 }, async (name, [status, make]) => {
  const attack = make();
  const answer = await send(attack);
  expect({ name, status: answer.status }).toEqual({ name, status });
  const isProtobuf = typeof attack.body !== "string" && attack.type === undefined;
  expect(answer.type).toBe(isProtobuf ? "application/x-protobuf" : json);
  // google.rpc.Status, in the encoding of the request
  if (status >= 400 && isProtobuf)
    expect(answer.body.slice(0, 3)).toBeOneOf(["\b\u0003\u0012", "\b\b\u0012"]);
  if (status >= 400 && !isProtobuf) {
    expect(JSON.parse(answer.body)).toEqual({
      code: expect.any(Number),
      message: expect.any(String),
    });
  }
  expect(await target().isAlive()).toBe(true);
});

test("attributes beyond 128 are dropped, counted and told", async () => {
  const attributes = Array.from({ length: 200 }, (_, at) => text(`k${at}`, "v"));
  const answer = await send({ body: attributed(attributes) });
  expect(JSON.parse(answer.body)).toEqual({
    partialSuccess: { errorMessage: "72 attributes beyond 128 were dropped." },
  });
});

test("ids that are none are counted, and the others are stored", async () => {
  const spans = [
    spanOf(900_001),
    spanOf(900_002, { spanId: "00" }),
    spanOf(900_003, { traceId: "" }),
  ];
  expect(JSON.parse((await send({ body: exportOf(spans) })).body)).toEqual({
    partialSuccess: { rejectedSpans: "2", errorMessage: expect.stringContaining("16 bytes") },
  });
});

const head = (more: string) =>
  `POST /v1/traces HTTP/1.1\r\nHost: ${new URL(target().otlp).host}\r\nContent-Type: application/json\r\n${more}\r\n`;

test.each([
  ["a header of 20 KB", () => [head(`X-Long: ${"x".repeat(20_000)}\r\n`)], 431],
  ["a length that is no number", () => [head("Content-Length: abc\r\n")], 400],
  ["two lengths", () => [head("Content-Length: 2\r\nContent-Length: 3\r\n"), "{}"], 400],
  [
    "a length and chunks",
    () => [head("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n"), "0\r\n\r\n"],
    400,
  ],
  ["a length of a terabyte", () => [head("Content-Length: 1099511627776\r\n"), "{}"], 413],
  [
    "a chunk that lies",
    () => [head("Transfer-Encoding: chunked\r\n"), "zz\r\n{}\r\n0\r\n\r\n"],
    400,
  ],
  ["more than its length", () => [head("Content-Length: 2\r\n"), "{}garbage\r\n\r\n"], 400],
  ["no HTTP at all", () => ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"], 400],
] as const)("%s", async (_, pieces, status) => {
  expect(statusOf(await sendRaw(target().otlp, ...pieces()))).toBe(status);
  expect(await target().isAlive()).toBe(true);
});

test("a body without an end is cut off while it grows", async () => {
  const chunk = `${(MB).toString(16)}\r\n${" ".repeat(MB)}\r\n`;
  const pieces = [head("Transfer-Encoding: chunked\r\n"), ...Array<string>(70).fill(chunk)];
  expect([413, 0]).toContain(statusOf(await sendRaw(target().otlp, ...pieces)));
  expect(await target().isAlive()).toBe(true);
});

test("many large exports at once are partly asked to come again, and none is answered by 500", async () => {
  const words = Array.from({ length: 24 }, (_, at) =>
    text(`k${at}`, randomBytes(MB / 2).toString("hex")),
  );
  const large = gzipSync(exportOf([spanOf(950_000, { attributes: words })]), { level: 1 });
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => send({ body: large, type: json, encoding: "gzip" })),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
  expect(await target().isAlive()).toBe(true);
});

test("memory stayed bounded all the while", () => {
  expect(target().peak()).toBeLessThan(MOST_MEGABYTES);
});
