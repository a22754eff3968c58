import { spawn } from "node:child_process";
import { type IncomingHttpHeaders, request } from "node:http";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { roles, type TokenRole, tokenRoles } from "../../../src/core/team/role.ts";
import { tokens } from "../../../src/server/team/sign-in/tokens.ts";
import { addUser } from "../../../src/server/team/users/change-users.ts";
import { makeUsersFile, usersFile } from "../../../src/server/team/users/users-file.ts";
import { openTeamStore } from "../../../src/stores/open-store.ts";
import { echoAgent, evalSet, project } from "../../cli/assay.ts";

const command = resolve(import.meta.dirname, "../../../bin/assay.js");

export const PASSWORD = "correct horse battery";

/** A real server for a team, with a user and a token for every role; users are called as their roles are. */
export interface TeamServer {
  readonly cwd: string;
  readonly store: string;
  /** What it listens at, by name. */
  readonly origins: Readonly<Record<string, string>>;
  readonly origin: string;
  readonly tokens: Readonly<Record<TokenRole, string>>;
  ask(path: string, asked?: Asked): Promise<Answer>;
  signIn(name: string, password?: string, asked?: Asked): Promise<Answer & { cookie: string }>;
  /** Everything that it has printed, as lines of JSON. */
  said(): readonly Readonly<Record<string, unknown>>[];
  text(): string;
  end(): Promise<number | null>;
}

interface Asked {
  readonly method?: string | undefined;
  readonly body?: unknown;
  readonly cookie?: string | undefined;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly at?: string | undefined;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  json(): { readonly [key: string]: never };
}

interface TeamOptions {
  readonly command?: "web" | "serve" | undefined;
  readonly args?: readonly string[] | undefined;
  readonly store?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly oidc?: object | undefined;
  /** Instead of a folder of its own. */
  readonly cwd?: string | undefined;
}

export async function startTeam(options: TeamOptions = {}): Promise<TeamServer> {
  const { command: name = "web", args = [], env = {}, oidc } = options;
  const isNew = options.cwd === undefined;
  const cwd = options.cwd ?? workspace();
  const store = options.store ?? join(cwd, ".assay/assay.db");
  const users = usersFile(join(cwd, "users.json"));
  const made = isNew ? await fill(users.path, store, oidc) : ({} as Record<TokenRole, string>);
  const ports = ["--port", "0", "--otlp_port", "0", "--otlp_grpc_port", "0"];
  const words = [command, name, "--auth", "users.json", "--log", "json", ...ports, ...args];
  const child = spawn(process.execPath, words, {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ASSAY_STORE: store, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  child.stderr.on("data", (chunk) => {
    text += chunk;
  });
  const said = () =>
    text
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  await new Promise<void>((done, fail) => {
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (text.includes('"listening"')) done();
    });
    void ended.then((code) => fail(new Error(`it ended with ${code}: ${text}`)));
  });
  const listening = said().find(({ event }) => event === "listening") ?? {};
  const origins = Object.fromEntries(
    Object.entries(listening).map(([key, value]) => [key, String(value)]),
  );
  const origin = origins.origin ?? origins.api ?? "";
  const ask: TeamServer["ask"] = (path, asked = {}) => send(asked.at ?? origin, path, asked);
  return {
    ...{ cwd, store, origins, origin, tokens: made, ask, said, text: () => text },
    async signIn(who, password = PASSWORD, asked = {}) {
      const answer = await ask("/auth/sign-in", {
        method: "POST",
        body: { name: who, password },
        ...asked,
      });
      const cookie = answer.headers["set-cookie"]?.at(-1)?.split(";")[0] ?? "";
      return { ...answer, cookie };
    },
    end: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

function workspace(): string {
  return project({
    "bot/agent.mjs": echoAgent,
    "bot/demo.evalset.json": evalSet({ a: { user: "a", answer: "a" } }),
  });
}

async function fill(path: string, store: string, oidc: object | undefined) {
  makeUsersFile(path);
  const users = usersFile(path);
  for (const role of roles) await addUser(users, { name: role, role, password: PASSWORD });
  if (oidc !== undefined) {
    const { readFileSync, writeFileSync } = await import("node:fs");
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), oidc }));
  }
  const kept = await openTeamStore(store);
  const made: Record<string, string> = {};
  for (const role of tokenRoles) {
    const user = role === "sender" ? "runner" : role;
    const vouched = { user, label: user, origin: "file", role: user } as const;
    const about = { name: role, role, days: 1 };
    made[role] = (await tokens({ store: kept, users }).make(vouched, about)).token;
  }
  await kept.close();
  return made as Record<TokenRole, string>;
}

/** As it is sent, since fetch writes Host and Origin itself. */
function send(origin: string, path: string, asked: Asked): Promise<Answer> {
  const { method = "GET", body, cookie, token, headers = {} } = asked;
  const { hostname, port } = new URL(origin);
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((done, fail) => {
    const sent = request(
      {
        ...{ host: hostname, port, path, method },
        headers: {
          "User-Agent": "test",
          ...(text !== undefined && { "Content-Type": "application/json" }),
          ...(text !== undefined && { "Content-Length": String(Buffer.byteLength(text)) }),
          ...(cookie !== undefined && { Cookie: cookie }),
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", fail);
        response.on("end", () => {
          const all = Buffer.concat(chunks).toString();
          const { statusCode: status = 0, headers: got } = response;
          done({ status, headers: got, text: all, json: () => JSON.parse(all) });
        });
      },
    );
    sent.on("error", fail);
    sent.end(text);
  });
}
