import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { frame, grpcCall } from "./grpc-call.ts";
import { strangers } from "./strangers.ts";
import { attackedServer, exportOf, sendRaw, spanOf, statusOf } from "./target.ts";

const target = attackedServer();
const port = () => new URL(target().otlp).port;
const grpcPort = () => new URL(target().grpc).port;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE"];

async function post(headers: readonly string[], line = "POST /v1/traces"): Promise<number> {
  const body = exportOf([spanOf(77)]);
  const head = [
    `${line} HTTP/1.1`,
    ...headers.map((header) => header.replaceAll("PORT", port())),
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  return statusOf(await sendRaw(target().otlp, `${head.join("\r\n")}\r\n\r\n${body}`));
}

test.each(Object.entries(strangers))("%s is refused, by whatever method", async (_, headers) => {
  for (const method of METHODS) {
    const status = await post(headers, `${method} /v1/traces`);
    // Node itself answers 400 to what has no host at all
    expect([400, 403], method).toContain(status);
  }
  const upgrade = [...headers, "Connection: Upgrade", "Upgrade: websocket"];
  expect([400, 403]).toContain(await post(upgrade, "GET /v1/traces"));
});

test("a request line with another server in it finds nothing", async () => {
  const ours = ["Host: 127.0.0.1:PORT"];
  expect(await post(ours, "POST http://evil.test/v1/traces")).toBe(404);
  expect(await post(ours, "CONNECT evil.test:80")).not.toBe(200);
});

test("programs on this machine are heard, by any of its names", async () => {
  for (const host of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"]) {
    expect(await post([`Host: ${host}:PORT`])).toBe(200);
  }
  expect(await post(["Host: localhost:PORT", "Origin: http://localhost:PORT"])).toBe(200);
});

test("no page is allowed to read an answer", async () => {
  const answer = await sendRaw(
    target().otlp,
    `OPTIONS /v1/traces HTTP/1.1\r\nHost: 127.0.0.1:${port()}\r\nOrigin: http://evil.test\r\nAccess-Control-Request-Method: POST\r\n\r\n`,
  );
  expect(statusOf(answer)).toBe(403);
  expect(answer.toLowerCase()).not.toContain("access-control");
  expect(answer.toLowerCase()).toContain("cross-origin-resource-policy: same-origin");
});

const PERMISSION_DENIED = "7";

/** The same of HTTP/2, whose authority stands in the host's place. */
const strangersOfGrpc = Object.entries(strangers).filter(([name]) => !/no host's name/.test(name));

test.each(strangersOfGrpc)("%s is refused over gRPC", async (_, headers) => {
  const given: Record<string, string> = {};
  for (const header of headers) {
    const [name = "", ...rest] = header.replaceAll("PORT", grpcPort()).split(": ");
    const key = name.toLowerCase();
    if (key !== "host") given[key] = rest.join(": ");
    else if (given[":authority"] === undefined) given[":authority"] = rest.join(": ");
    else given.host = rest.join(": ");
  }
  const { code } = await grpcCall(target().grpc, { body: frame(Buffer.alloc(0)), headers: given });
  // nghttp2 itself ends calls whose authority is of no possible form
  expect([PERMISSION_DENIED, "none"]).toContain(code);
});

test("nothing of it was stored", async () => {
  const { stdout } = await import("../../assay.ts").then(({ assay }) =>
    assay(["sessions", "--all", "--output", "json"], { cwd: target().cwd }),
  );
  // the spans of the programs that were heard are the same one
  expect(JSON.parse(stdout)).toMatchObject([{ spans: 1 }]);
});

test("whoever runs the server is told, once for each reason", () => {
  const said = readFileSync(target().errors, "utf8").trimEnd().split("\n");
  expect(said.length).toBeLessThan(8);
  expect(said[0]).toContain(
    "warning  A request was refused: The Host header names another server.",
  );
});
