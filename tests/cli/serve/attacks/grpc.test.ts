import { connect } from "node:http2";
import { connect as connectSocket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { bytesField } from "../../../../src/traces/formats/protobuf-writer.ts";
import { EXPORT, frame, type GrpcCall, grpcCall } from "./grpc-call.ts";
import { attackedServer } from "./target.ts";

const target = attackedServer();
const MB = 1024 * 1024;
const OK = "0";
const INVALID_ARGUMENT = "3";
const RESOURCE_EXHAUSTED = "8";
const UNIMPLEMENTED = "12";
const gzip = { "grpc-encoding": "gzip" };

function message(spanId = Buffer.alloc(8, 9)): Buffer {
  const span = Buffer.concat([bytesField(1, Buffer.alloc(16, 9)), bytesField(2, spanId)]);
  return bytesField(1, bytesField(2, bytesField(2, span)));
}

const calls: Readonly<Record<string, readonly [code: string, make: () => GrpcCall]>> = {
  "an ordinary call": [OK, () => ({ body: frame(message()) })],
  "gzip that is called so": [
    OK,
    () => ({ body: frame(gzipSync(message()), { flag: 1 }), headers: gzip }),
  ],
  "a frame of a gigabyte, of which little comes": [
    RESOURCE_EXHAUSTED,
    () => ({ body: frame(message(), { length: 2 ** 30 }), isOpen: true }),
  ],
  "a gzipped frame of 17 MB": [
    RESOURCE_EXHAUSTED,
    () => ({ body: frame(message(), { flag: 1, length: 17 * MB }), headers: gzip, isOpen: true }),
  ],
  "a bomb": [
    RESOURCE_EXHAUSTED,
    () => ({ body: frame(gzipSync(Buffer.alloc(100 * MB)), { flag: 1 }), headers: gzip }),
  ],
  "compressed, and nobody says how": [
    INVALID_ARGUMENT,
    () => ({ body: frame(gzipSync(message()), { flag: 1 }) }),
  ],
  "compressed by what nobody knows": [
    UNIMPLEMENTED,
    () => ({ body: frame(message(), { flag: 1 }), headers: { "grpc-encoding": "zstd" } }),
  ],
  "no gzip, called so": [
    INVALID_ARGUMENT,
    () => ({ body: frame(message(), { flag: 1 }), headers: gzip }),
  ],
  "a flag of seven": [INVALID_ARGUMENT, () => ({ body: frame(message(), { flag: 7 }) })],
  "two messages": [
    INVALID_ARGUMENT,
    () => ({ body: Buffer.concat([frame(message()), frame(message())]) }),
  ],
  "half a message": [
    INVALID_ARGUMENT,
    () => ({ body: frame(message(), { length: message().length + 1 }) }),
  ],
  "no message": [INVALID_ARGUMENT, () => ({})],
  "four bytes": [INVALID_ARGUMENT, () => ({ body: Buffer.alloc(4) })],
  garbage: [
    INVALID_ARGUMENT,
    () => ({ body: frame(Buffer.from("0affffffffffffffffff01", "hex")) }),
  ],
  "another service": [UNIMPLEMENTED, () => ({ headers: { ":path": "/a.B/C" } })],
  "another method": [UNIMPLEMENTED, () => ({ headers: { ":method": "GET" } })],
  "another content": [
    INVALID_ARGUMENT,
    () => ({ body: frame(message()), headers: { "content-type": "application/json" } }),
  ],
  "an empty export": [OK, () => ({ body: frame(Buffer.alloc(0)) })],
  "an id of seven bytes": [OK, () => ({ body: frame(message(Buffer.alloc(7, 9))) })],
};

test.each(Object.entries(calls))("%s", async (name, [code, make]) => {
  const answer = await grpcCall(target().grpc, make());
  expect({ name, code: answer.code }).toEqual({ name, code });
  // who comes again with the same should not: nothing says when
  if (code !== OK) expect(answer.details).toContain(answer.message);
  expect(answer.details).not.toContain("RetryInfo");
  expect(await target().isAlive()).toBe(true);
});

test("headers of 60 KB are not accepted", async () => {
  const headers = { "x-long": "x".repeat(60_000) };
  const { code } = await grpcCall(target().grpc, { body: frame(message()), headers });
  expect(code).not.toBe(OK);
  expect(await target().isAlive()).toBe(true);
});

test("ten thousand calls that are taken back at once leave nothing behind", async () => {
  for (let connection = 0; connection < 10; connection += 1) {
    const client = connect(target().grpc);
    client.on("error", () => {});
    for (let count = 0; count < 1000 && !client.destroyed; count += 1) {
      const stream = client.request({ ":method": "POST", ":path": EXPORT });
      stream.on("error", () => {});
      stream.close(8);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    client.destroy();
  }
  expect(await target().isAlive()).toBe(true);
  expect((await grpcCall(target().grpc, { body: frame(message()) })).code).toBe(OK);
});

test.each([
  ["HTTP/1.1", "POST /v1/traces HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  ["garbage", "\x00\x01\x02 nothing that anybody speaks \xff\xfe"],
  ["a preface and then garbage", `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${"\xff".repeat(64)}`],
])("%s on the port of gRPC ends that connection, and no other", async (_, text) => {
  const { hostname, port } = new URL(target().grpc);
  await new Promise((resolve) => {
    const socket = connectSocket(Number(port), hostname, () => socket.write(text, "latin1"));
    socket.on("error", () => {});
    socket.on("close", resolve);
    socket.resume();
    setTimeout(() => socket.destroy(), 1000);
  });
  expect((await grpcCall(target().grpc, { body: frame(message()) })).code).toBe(OK);
});

test("memory stayed bounded all the while", () => {
  expect(target().peak()).toBeLessThan(500);
});
