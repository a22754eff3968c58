import { connect } from "node:net";
import { expect, test } from "vitest";
import { sendRaw, statusOf } from "../../cli/serve/attacks/target.ts";
import { attackedWeb } from "./attacked-web.ts";
import { bodySchemaOf, everyRoute, type KnownRoute, pathOf } from "./every-route.ts";

const target = attackedWeb();
const sending = everyRoute().filter(({ method }) => !["GET", "DELETE"].includes(method));
const known: Readonly<Record<string, string>> = { app: "shop", agent: "shop", set: "refunds" };
const addressOf = (route: KnownRoute) => pathOf(route, (name) => known[name] ?? "x");

const polluting = '{"__proto__":{"hit":1},"constructor":{"prototype":{"hit":1}}}';

/** None of which is what any route takes. */
const malformed: Readonly<Record<string, string | Uint8Array>> = {
  nothing: "",
  "half an object": "{",
  "two objects": "{}{}",
  "a list": "[]",
  "a text": '"x"',
  "a number": "1e999",
  "no number": '{"a":NaN}',
  null: "null",
  deep: `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
  "a deep list": "[".repeat(200_000),
  "a prototype": polluting,
  "a prototype at every level": `{"evalSets":${polluting},"case":${polluting},"body":${polluting}}`,
  "many keys": `{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":1`).join()}}`,
  "the same key": '{"agent":"a","agent":"b"}',
  "another encoding": Buffer.from('{"agent":"shop"}', "utf16le"),
  "no encoding": Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  "half a letter": '{"agent":"\\ud800"}',
  "numbers for texts": '{"agent":1,"evalSets":2,"set":3,"case":4,"text":5,"name":6}',
  "lists for texts": '{"agent":[],"evalSets":{},"set":[],"case":[],"text":[],"name":[]}',
};

test.each(Object.entries(malformed))(
  "%s is refused by every route that takes a body",
  async (_, body) => {
    const wrong: string[] = [];
    for (const route of sending) {
      const { status, text } = await target().send({
        method: route.method,
        path: addressOf(route),
        body,
      });
      if (status >= 500)
        wrong.push(`${route.method} ${route.path}: ${status} ${text.slice(0, 200)}`);
      if (/\n\s+at /.test(text)) wrong.push(`${route.path}: a stack`);
    }
    expect(wrong).toEqual([]);
    expect(await target().isAlive()).toBe(true);
  },
);

test("a body that says it is larger than 16 MB is refused before it is read", async () => {
  const { origin, token } = target();
  const { host } = new URL(origin);
  for (const route of sending) {
    const head = [
      `${route.method} ${addressOf(route)} HTTP/1.1`,
      ...[`Host: ${host}`, `Authorization: Bearer ${token}`, "Content-Type: application/json"],
      "Content-Length: 17000000",
    ];
    const answer = await sendRaw(origin, `${head.join("\r\n")}\r\n\r\n{`);
    expect([route.path, statusOf(answer)]).toEqual([route.path, 413]);
  }
});

test("a body that does not say how large it is ends at 16 MB", async () => {
  const large = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
    },
  });
  const { origin, token } = target();
  const status = await fetch(`${origin}/api/v1/runs`, {
    method: "POST",
    body: large,
    duplex: "half",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
  } as RequestInit).then(
    (answer) => answer.status,
    () => 413,
  );
  expect(status).toBe(413);
  expect(await target().isAlive()).toBe(true);
});

/** What forms, beacons and scripts of other pages can send without being asked first. */
test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonp",
])("%s is no body of ours", async (type) => {
  const before = await target().json("/api/v1/sets");
  for (const route of sending.filter((each) => bodySchemaOf(each) !== undefined)) {
    const { status } = await target().send({
      method: route.method,
      path: addressOf(route),
      headers: { "Content-Type": type },
      body: "{}",
    });
    expect([route.path, status]).toEqual([route.path, 400]);
  }
  expect(await target().json("/api/v1/sets")).toEqual(before);
});

test("lengths that lie and heads that never end do not keep others waiting", async () => {
  const { origin, token } = target();
  const { hostname, port, host } = new URL(origin);
  const head = `POST /api/v1/runs HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  const pieces = [
    `${head}Content-Length: 100\r\n\r\n{`,
    `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":`,
    `${head}X-Slow:`,
    "GET / HTTP/1.1\r\n",
  ];
  const sockets = Array.from({ length: 40 }, (_, at) => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.write(pieces[at % pieces.length] ?? "");
    return socket;
  });
  expect(await target().isAlive()).toBe(true);
  const both = `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
  expect(statusOf(await sendRaw(origin, both))).toBe(400);
  const long = `GET /api/v1/runs HTTP/1.1\r\nHost: ${host}\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`;
  expect(statusOf(await sendRaw(origin, long))).toBe(431);
  for (const socket of sockets) socket.destroy();
  expect(await target().isAlive()).toBe(true);
});

test("what is asked for in a query is data as well", async () => {
  const values = [
    "-1",
    "1e999",
    "NaN",
    "'; DROP TABLE runs; --",
    "%",
    "\0",
    "x".repeat(500),
    "[",
    "*",
  ];
  const keys = [
    "limit",
    "offset",
    "after",
    "before",
    "sort",
    "filter",
    "q",
    "trial",
    "turn",
    "runs",
    "run",
  ];
  const wrong: string[] = [];
  for (const route of everyRoute().filter(({ method }) => method === "GET")) {
    for (const value of values) {
      const query = new URLSearchParams(Object.fromEntries(keys.map((key) => [key, value])));
      const path = `${addressOf(route)}?${query}`;
      const { status } = await target().send({ path });
      if (status >= 500) wrong.push(`${path}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await target().isAlive()).toBe(true);
});
