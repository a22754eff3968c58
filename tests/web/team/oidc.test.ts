import { expect, test } from "vitest";
import { freePort } from "../../free-port.ts";
import { type RunningProvider, startProvider } from "./provider.ts";
import { startTeam, type TeamServer } from "./team-server.ts";

const RUNS = "/api/v1/runs";
const SECRET = "a secret of the client that nobody sees";

interface Both {
  readonly server: TeamServer;
  readonly provider: RunningProvider;
}

async function startBoth(secret?: string, settings = {}): Promise<Both> {
  const port = await freePort();
  const back = `http://127.0.0.1:${port}/auth/oidc/callback`;
  const provider = await startProvider({ clientId: "assay", secret, back });
  const oidc = {
    ...{ issuer: provider.issuer, clientId: "assay", roleClaim: "groups", label: "Example" },
    roles: { admins: "admin", people: "runner" },
    ...(secret !== undefined && { clientSecretEnv: "OUR_SECRET" }),
    ...settings,
  };
  const env = { OUR_SECRET: secret ?? "" };
  const server = await startTeam({ oidc, env, args: ["--port", `${port}`] });
  return { server, provider };
}

/** A browser with its cookies, one jar a server. */
function browser(who: string) {
  const jars = new Map<string, Map<string, string>>();
  async function open(url: string): Promise<Response> {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map([["who", who]]);
    jars.set(origin, jar);
    const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { Cookie, "User-Agent": "test", Accept: "text/html" };
    const answer = await fetch(url, { redirect: "manual", headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }
  /** Every address on the way, and the cookie at the end of it. */
  async function go(url: string): Promise<readonly string[]> {
    const way = [url];
    for (let step = 0; step < 10; step += 1) {
      const answer = await open(way.at(-1) ?? "");
      const to = answer.headers.get("location");
      if (to === null) return way;
      way.push(new URL(to, way.at(-1)).href);
      if (/\/(\?.*|sign-in.*)?$/.test(new URL(way.at(-1) ?? "").pathname)) return way;
    }
    throw new Error(`It goes round in circles: ${way.join(" ")}`);
  }
  const cookies = (origin: string) =>
    [...(jars.get(origin) ?? [])]
      .filter(([name]) => name !== "who")
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
  return { open, go, cookies, jar: (origin: string) => jars.get(origin) };
}

async function signIn({ server }: Both, who: string) {
  const user = browser(who);
  const way = await user.go(`${server.origin}/auth/oidc`);
  return { ...user, way, cookie: user.cookies(server.origin) };
}

async function me({ server }: Both, cookie: string) {
  return (await server.ask("/api/v1/me", { cookie })).json();
}

async function notes({ server }: Both): Promise<string> {
  const { text } = await server.ask("/api/v1/audit?action=sign%20in", {
    token: server.tokens.admin,
  });
  return text;
}

test.each([
  ["a public client", undefined],
  ["a client with a secret", SECRET],
])(
  "people of a provider come in as %s, by PKCE, state and nonce, with the role of their claim",
  async (_, secret) => {
    const both = await startBoth(secret);
    both.provider.people.set("s-1", { groups: ["people", "others"], email: "anna@example.com" });
    const { way, cookie } = await signIn(both, "s-1");
    const asked = new URL(way[1] ?? "").searchParams;
    expect(asked.get("code_challenge_method")).toBe("S256");
    for (const name of ["code_challenge", "state", "nonce"]) {
      expect(asked.get(name)?.length, name).toBeGreaterThanOrEqual(43);
    }
    expect(way.at(-1)).toBe(`${both.server.origin}/`);
    expect(await me(both, cookie)).toMatchObject({
      user: "oidc:s-1",
      label: "anna@example.com",
      role: "runner",
    });
    expect(both.provider.exchanges).toHaveLength(1);
    expect(await notes(both)).toContain("anna@example.com <oidc:s-1>");
    expect(both.server.text()).not.toContain(SECRET);
  },
);

test("a link back is good once, in the browser that went, and as it went", async () => {
  const both = await startBoth();
  both.provider.people.set("s-1", { groups: ["admins"] });
  const first = await signIn(both, "s-1");
  const back = first.way.find((url) => url.includes("/callback")) ?? "";
  expect(await me(both, first.cookie)).toMatchObject({ role: "admin" });
  // again, by whoever found it in a history
  const other = browser("s-1");
  expect((await other.open(back)).headers.get("location")).toBe("/sign-in?problem=provider");
  expect(other.cookies(both.server.origin)).toBe("");
  // in a browser that went itself, and brings somebody else's link
  const victim = browser("s-2");
  const went = await victim.open(`${both.server.origin}/auth/oidc`);
  expect(went.status).toBe(302);
  expect((await victim.open(back)).headers.get("location")).toBe("/sign-in?problem=provider");
  // twice with the same cookie
  const twice = browser("s-1");
  const start = await twice.open(`${both.server.origin}/auth/oidc`);
  const kept = new Map(twice.jar(both.server.origin));
  const way = await twice.go(start.headers.get("location") ?? "");
  const again = way.find((url) => url.includes("/callback")) ?? "";
  for (const [name, value] of kept) twice.jar(both.server.origin)?.set(name, value);
  expect((await twice.open(again)).headers.get("location")).toBe("/sign-in?problem=provider");
  const said = await notes(both);
  for (const why of ["was not sent to the provider", "state is another one", "used already"]) {
    expect(said).toContain(why);
  }
});

test("without a role nobody comes in, and who lost theirs loses what they had", async () => {
  const both = await startBoth();
  const { people } = both.provider;
  people.set("s-1", { groups: "admins" });
  const { cookie } = await signIn(both, "s-1");
  const body = { name: "ci", role: "admin", days: 30 };
  const long = { method: "POST", cookie, body: { ...body, days: 31 } };
  expect((await both.server.ask("/api/v1/me/tokens", long)).status).toBe(400);
  const made = await both.server.ask("/api/v1/me/tokens", { method: "POST", cookie, body });
  const { token } = JSON.parse(made.text) as { token: string };
  expect((await both.server.ask("/api/v1/people", { token })).status).toBe(200);
  people.set("s-1", { groups: ["people"] });
  const lower = await signIn(both, "s-1");
  expect(await me(both, lower.cookie)).toMatchObject({ role: "runner" });
  expect((await both.server.ask(RUNS, { token })).status).toBe(401);
  expect((await both.server.ask(RUNS, { cookie })).status).toBe(401);
  people.set("s-1", { groups: ["toString", "__proto__"] });
  const none = await signIn(both, "s-1");
  expect(none.way.at(-1)).toBe(`${both.server.origin}/sign-in?problem=role`);
  expect((await both.server.ask(RUNS, { cookie: lower.cookie })).status).toBe(401);
});

test("a provider that is away is told, and passwords go on", async () => {
  const server = await startTeam({
    oidc: {
      ...{ issuer: "http://127.0.0.1:9", clientId: "assay", roleClaim: "groups", roles: {} },
    },
  });
  const answer = await server.ask("/auth/oidc");
  expect(answer.headers.location).toBe("/sign-in?problem=provider");
  expect((await server.signIn("viewer")).status).toBe(200);
  const ways = await server.ask("/auth/ways");
  expect(ways.json()).toEqual({ password: true, provider: "127.0.0.1" });
});
