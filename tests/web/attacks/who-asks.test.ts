import { expect, test } from "vitest";
import { strangers } from "../../cli/serve/attacks/strangers.ts";
import { sendRaw, statusOf } from "../../cli/serve/attacks/target.ts";
import { attackedWeb } from "./attacked-web.ts";
import { everyRoute, type KnownRoute, pathOf } from "./every-route.ts";

const target = attackedWeb();
const routes = everyRoute();
/** For whoever watches that the server lives: they say that, and nothing else. */
const health = new Set(["/healthz", "/readyz"]);
const guarded = routes.filter(({ path }) => !health.has(path));
const known: Readonly<Record<string, string>> = { app: "shop", agent: "shop", set: "refunds" };
const addressOf = (route: KnownRoute) => pathOf(route, (name) => known[name] ?? "x");

async function ask(method: string, path: string, headers: readonly string[]): Promise<string> {
  const { origin, token } = target();
  const { port } = new URL(origin);
  const head = [
    `${method} ${path} HTTP/1.1`,
    ...headers.map((header) => header.replaceAll("PORT", port)),
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    "Content-Length: 2",
  ];
  return await sendRaw(origin, `${head.join("\r\n")}\r\n\r\n{}`);
}

test.each(Object.entries(strangers))(
  "%s is refused on every route, also with the token",
  async (_, headers) => {
    const heard: string[] = [];
    for (const route of routes) {
      const status = statusOf(await ask(route.method, addressOf(route), headers));
      // Node itself answers 400 to what has no host at all
      if (![400, 403].includes(status) && !health.has(route.path))
        heard.push(`${route.path}: ${status}`);
    }
    expect(heard).toEqual([]);
    for (const method of ["PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"]) {
      expect([400, 403]).toContain(statusOf(await ask(method, "/api/v1/runs", headers)));
    }
    const upgrade = [...headers, "Connection: Upgrade", "Upgrade: websocket"];
    for (const path of ["/run_live", "/api/v1/runs"]) {
      expect([400, 403]).toContain(statusOf(await ask("GET", path, upgrade)));
    }
  },
);

test("nobody who was refused may read why, or an answer", async () => {
  for (const method of ["OPTIONS", "GET"]) {
    const answer = await ask(method, "/api/v1/runs", [
      "Host: 127.0.0.1:PORT",
      "Origin: http://evil.test",
      "Access-Control-Request-Method: POST",
    ]);
    expect(answer.toLowerCase()).not.toContain("access-control-allow");
    expect(answer.toLowerCase()).toContain("cross-origin-resource-policy: same-origin");
  }
});

test("programs on this machine are heard, by any of its names", async () => {
  for (const host of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"]) {
    expect(statusOf(await ask("GET", "/api/v1/runs", [`Host: ${host}:PORT`]))).toBe(200);
  }
});

/** What somebody brings who was not let in. */
function keys(token: string, port: string): Readonly<Record<string, Record<string, string>>> {
  return {
    nothing: {},
    "a wrong token": { Authorization: `Bearer ${"0".repeat(token.length)}` },
    "half a token": { Authorization: `Bearer ${token.slice(0, -1)}` },
    "a longer token": { Authorization: `Bearer ${token}0` },
    "no token": { Authorization: "Bearer " },
    "another scheme": { Authorization: `Basic ${token}` },
    "the token as a cookie": { Cookie: `assay_${port}=${token}` },
    "a cookie that nobody signed": { Cookie: `assay_${port}=${Date.now() * 2}.YWJj.YWJj` },
    "another server's cookie": { Cookie: "assay_1=1.a.b" },
    "a method in a header": { "X-HTTP-Method-Override": "GET" },
  };
}

test.each(Object.keys(keys("", "")))("%s lets nobody in, on any route", async (name) => {
  const { token, origin } = target();
  const { port } = new URL(origin);
  const headers = keys(token, port)[name] ?? {};
  const open: string[] = [];
  for (const route of guarded) {
    const hasBody = !["GET", "DELETE"].includes(route.method);
    const path = `${addressOf(route)}?token=${token}`;
    const { status } = await target().send({
      method: route.method,
      path,
      headers,
      isStranger: true,
      ...(hasBody && { body: "{}" }),
    });
    if (status !== 401) open.push(`${route.method} ${route.path}: ${status}`);
  }
  expect(open).toEqual([]);
});

test("pages and their files hold no data, and are all that a stranger gets", async () => {
  const page = await target().send({ path: "/sets/refunds", isStranger: true });
  expect(page.status).toBe(200);
  const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(1);
  for (const path of files) {
    const { status, text } = await target().send({ path, isStranger: true });
    expect(status).toBe(200);
    expect(text).not.toMatch(/refunds|shop\/agent/);
  }
});

test("nothing of it was done", async () => {
  expect(await target().json("/api/v1/runs")).toMatchObject({ runs: [] });
  expect(await target().json("/api/v1/chats")).toMatchObject({ chats: [] });
  expect(await target().json("/api/v1/sets")).toMatchObject({ sets: [{ evalSetId: "refunds" }] });
});
