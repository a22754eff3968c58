import { expect, test } from "vitest";
import { mayAct, type TokenRole, tokenRoles } from "../../../src/core/team/role.ts";
import { type ApiSetup, apiApp } from "../../../src/server/api-server.ts";
import { knownRoutes, needOf } from "../../../src/server/team/rights/needs.ts";
import { type WebAppOptions, webApp } from "../../../src/server/web/web-app.ts";
import { startTeam, type TeamServer } from "./team-server.ts";

/** What the servers really have, by what they were built of. */
function routesOf(app: { readonly routes: readonly { method: string; path: string }[] }) {
  const names = app.routes.map(({ method, path }) => `${method} ${path}`);
  return [...new Set(names)].filter((name) => !name.startsWith("ALL "));
}

const nothing = { get: () => undefined, current: () => ({ byName: new Map() }) };
const team = { users: nothing, audit: {}, addressOf: () => "" };
const web = routesOf(
  webApp({
    parts: { team, meters: {} },
    policy: {},
    access: {},
    ui: nothing,
  } as unknown as WebAppOptions),
);
const serve = routesOf(apiApp({ team, meters: {}, policy: {}, health: [] } as unknown as ApiSetup));

test("every route says who may call it, and no line is about a route that is gone", () => {
  expect([...web, ...serve].filter((name) => needOf(name) === undefined)).toEqual([]);
  const there = new Set([...web, ...serve]);
  expect(knownRoutes.filter((name) => !there.has(name))).toEqual([]);
});

const callers = ["nobody", "wrong token", ...tokenRoles] as const;

/** Who got through, of everybody who tries everything. */
async function whoGetsThrough(server: TeamServer, names: readonly string[]) {
  const wrong: string[] = [];
  for (const name of names) {
    const [method = "GET", pattern = ""] = name.split(" ");
    const path = pattern.replace(/:\w+/g, "none").replace("/*", "/page");
    const isLooking = method === "GET";
    for (const caller of callers) {
      const token = tokenOf(server, caller);
      const body = isLooking ? undefined : {};
      const { status, text } = await server.ask(path, { method, token, body });
      const isRefused =
        (status === 401 && !path.startsWith("/auth/")) ||
        (status === 403 && text.includes("That needs the role"));
      const should = mayCall(name, caller);
      if (isRefused === should) wrong.push(`${caller}: ${name} -> ${status} ${text.slice(0, 90)}`);
    }
  }
  return wrong;
}

function tokenOf({ tokens }: TeamServer, caller: (typeof callers)[number]): string | undefined {
  if (caller === "nobody") return undefined;
  return caller === "wrong token" ? `assay_${"x".repeat(43)}` : tokens[caller];
}

function mayCall(name: string, caller: (typeof callers)[number]): boolean {
  const role = needOf(name)?.role;
  if (role === "open") return true;
  if (role === undefined || caller === "nobody" || caller === "wrong token") return false;
  return mayAct(caller, role);
}

test("each role gets through to what it may call and to nothing else: pages, API, chats, streams, ADK", async () => {
  const server = await startTeam();
  expect(await whoGetsThrough(server, web)).toEqual([]);
  // what nothing answers tells nobody anything either
  for (const [method, path] of [
    ["GET", "/api/v1/none"],
    ["PUT", "/api/v1/runs"],
    ["TRACE", "/api/v1/runs"],
    ["GET", "/apps/x/nothing/at/all"],
    ["DELETE", "/anything"],
  ] as const) {
    expect((await server.ask(path, { method })).status, path).toBe(401);
  }
}, 240_000);

test("the same holds for the routes of agentevals", async () => {
  const server = await startTeam({ command: "serve" });
  expect(await whoGetsThrough(server, serve)).toEqual([]);
}, 120_000);

test.each(["web", "serve"] as const)(
  "traces are sent to assay %s by who may, over HTTP and gRPC",
  async (command) => {
    const server = await startTeam({ command });
    const { http, grpc } = await receivers(server, command);
    const got: Record<string, number> = {};
    for (const caller of callers) {
      const token = tokenOf(server, caller);
      const body = { resourceSpans: [] };
      const { status } = await server.ask("/v1/traces", { at: http, method: "POST", token, body });
      got[caller] = status;
      expect(await overGrpc(grpc, token), caller).toBe(grpcStatus[status]);
    }
    const may: TokenRole[] = ["sender", "runner", "editor", "admin"];
    expect(got).toEqual({
      nobody: 401,
      "wrong token": 401,
      viewer: 403,
      ...Object.fromEntries(may.map((role) => [role, 200])),
    });
  },
);

const grpcStatus: Readonly<Record<number, string>> = { 200: "0", 401: "16", 403: "7" };

async function receivers(server: TeamServer, command: "web" | "serve") {
  if (command === "serve") {
    return { http: server.origins["otlp-http"] ?? "", grpc: server.origins["otlp-grpc"] ?? "" };
  }
  const { token } = { token: server.tokens.viewer };
  const said = (await server.ask("/api/v1/workspace", { token })).text;
  const answer = JSON.parse(said) as { receiver: { http: string; grpc: string } };
  return answer.receiver;
}

async function overGrpc(address: string, token: string | undefined): Promise<string> {
  const { connect } = await import("node:http2");
  const session = connect(`http://${address}`);
  try {
    return await new Promise<string>((done, fail) => {
      session.on("error", fail);
      const stream = session.request({
        ":method": "POST",
        ":path": "/opentelemetry.proto.collector.trace.v1.TraceService/Export",
        "content-type": "application/grpc",
        te: "trailers",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      });
      stream.on("error", fail);
      const look = (headers: object) => {
        const status = (headers as { "grpc-status"?: string })["grpc-status"];
        if (status !== undefined) done(String(status));
      };
      stream.on("response", look);
      stream.on("trailers", look);
      stream.resume();
      stream.end(Buffer.alloc(5));
    });
  } finally {
    session.destroy();
  }
}
