import { expect, test } from "vitest";
import { changeUser, removeUser } from "../../../src/server/team/users/change-users.ts";
import { usersFile } from "../../../src/server/team/users/users-file.ts";
import { openOwnDatabase } from "../../../src/stores/sqlite/own-database.ts";
import { PASSWORD, startTeam, type TeamServer } from "./team-server.ts";

const RUNS = "/api/v1/runs";

/** What was told of refusals, in the log of the process and in the audit log that admins read. */
async function refusals(server: TeamServer) {
  const token = server.tokens.admin;
  const answer = await server.ask("/api/v1/audit?outcome=refused", { token });
  const { entries } = JSON.parse(answer.text) as { entries: { action: string; note: string }[] };
  const said = server
    .said()
    .filter(({ event, outcome }) => event === "audit" && outcome === "refused");
  return { audit: entries.map(({ action, note }) => `${action}: ${note}`), said };
}

async function status(server: TeamServer, cookie: string, headers = {}): Promise<number> {
  return (await server.ask(RUNS, { cookie, headers })).status;
}

test("a cookie is one session: made anew by each sign-in, hidden from scripts, and over after sign-out", async () => {
  const server = await startTeam();
  const one = await server.signIn("viewer");
  const two = await server.signIn("viewer");
  expect(one.status).toBe(200);
  expect(one.headers["set-cookie"]?.join()).toMatch(/; HttpOnly; SameSite=Strict$/);
  expect(one.cookie).not.toBe(two.cookie);
  await server.ask("/auth/sign-out", { method: "POST", body: {}, cookie: one.cookie });
  expect(await status(server, one.cookie)).toBe(401);
  expect(await status(server, two.cookie)).toBe(200);
  expect((await refusals(server)).audit).toContain("come in: The session has ended.");
});

test("a cookie that somebody set before the sign-in is nobody's afterwards", async () => {
  const server = await startTeam();
  const planted = await server.signIn("viewer");
  const victim = await server.signIn("admin", PASSWORD, { cookie: planted.cookie });
  expect(victim.cookie).not.toBe(planted.cookie);
  expect(await status(server, planted.cookie)).toBe(401);
  const [name = "", value = ""] = planted.cookie.split("=");
  const forged = `${name}=${value.split(".")[0]}.0.${"A".repeat(43)}`;
  expect(await status(server, forged)).toBe(401);
  // two of one name: a sibling has put one there
  expect(await status(server, `${victim.cookie}; ${planted.cookie}`)).toBe(401);
  expect(await status(server, victim.cookie)).toBe(200);
});

test("a stolen cookie ends the session it was of, and is told", async () => {
  const server = await startTeam();
  const { cookie } = await server.signIn("editor");
  expect(await status(server, cookie, { "User-Agent": "curl of a thief" })).toBe(401);
  expect(await status(server, cookie)).toBe(401);
  const { audit, said } = await refusals(server);
  expect(audit).toContain("use a copied cookie: The cookie came from another browser.");
  expect(said).toContainEqual(
    expect.objectContaining({ action: "use a copied cookie", who: "editor", level: "warn" }),
  );
});

test("who was removed, or has a new password, is out at once; another role counts from the next request", async () => {
  const server = await startTeam();
  const users = usersFile(`${server.cwd}/users.json`);
  const [viewer, runner] = [await server.signIn("viewer"), await server.signIn("runner")];
  await changeUser(users, "viewer", { password: `${PASSWORD} 2` });
  expect(await status(server, viewer.cookie)).toBe(401);
  const start = { method: "POST", body: {}, cookie: runner.cookie };
  expect((await server.ask(RUNS, start)).status).toBe(400);
  await changeUser(users, "runner", { role: "viewer" });
  expect((await server.ask(RUNS, start)).status).toBe(403);
  await removeUser(users, "runner");
  expect(await status(server, runner.cookie)).toBe(401);
  expect((await server.ask(RUNS, { token: server.tokens.runner })).status).toBe(401);
});

test("an open stream ends with the session that reads it", async () => {
  const server = await startTeam();
  const { cookie } = await server.signIn("runner");
  const chat = await server.ask("/api/v1/chats", {
    method: "POST",
    body: { agent: "bot" },
    cookie,
  });
  const { chatId } = JSON.parse(chat.text);
  const run = server.ask(`/api/v1/runs/${chatId}/events`, { cookie });
  const others = await server.ask("/api/v1/me/sessions", { cookie });
  const [{ id }] = JSON.parse(others.text).sessions;
  const ended = await server.ask(`/api/v1/me/sessions/${id}`, { method: "DELETE", cookie });
  expect(ended.status).toBe(200);
  // it comes to its end, which without that it never would
  expect((await run).text).toContain("event: run-start");
});

test("whoever guesses rests, longer each time, and keeps out nobody else", async () => {
  const server = await startTeam({ args: ["--trust_proxy", "127.0.0.1"] });
  const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });
  const owner = await server.signIn("admin", PASSWORD, from("10.0.0.1"));
  expect(owner.status).toBe(200);
  const wrong = { count: 0, last: 0 };
  /** False where the rest for the last wrong one may have been over. */
  async function isRefused(password: string): Promise<boolean> {
    const begun = performance.now();
    const { status: said, headers } = await server.signIn("admin", password, from("6.6.6.6"));
    if (wrong.count < 5) expect(said).toBe(401);
    else if (performance.now() - wrong.last < 1000 * 2 ** (wrong.count - 5)) {
      expect({ ...wrong, said }).toEqual({ ...wrong, said: 429 });
      expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
      return true;
    }
    // where a machine takes longer than a rest lasts, this one counts, and the next rest is longer
    if (said === 401) Object.assign(wrong, { count: wrong.count + 1, last: begun });
    if (said === 200) wrong.count = 0;
    return false;
  }
  // the right one does not help either, from there
  const tries = ["guess", "guess", "guess", PASSWORD];
  for (let at = 0; at < tries.length; ) at = (await isRefused(tries[at] ?? "")) ? at + 1 : 0;
  expect((await server.signIn("viewer", PASSWORD, from("6.6.6.6"))).status).toBe(200);
  expect((await server.signIn("admin", PASSWORD, from("10.0.0.1"))).status).toBe(200);
  expect(await status(server, owner.cookie)).toBe(200);
  const { audit } = await refusals(server);
  expect(audit).toContain("sign in: The password is wrong.");
  expect(audit).toContain("sign in: Too many passwords were wrong.");
});

test("a name that is not there is told from a wrong password by nothing", async () => {
  const server = await startTeam();
  const answers = [await server.signIn("viewer", "wrong"), await server.signIn("nobody", "wrong")];
  const [one, other] = answers.map(({ status: said, text }) => ({ said, text }));
  expect(one).toEqual(other);
});

test("pages of other sites get nowhere, with a cookie or without, and X-Forwarded-For is nobody's word", async () => {
  const server = await startTeam({ args: ["--allowed_host", "assay.example.com"] });
  const { cookie } = await server.signIn("admin");
  const ask = (headers: Record<string, string>) => status(server, cookie, headers);
  const Host = "assay.example.com";
  expect(await ask({ Origin: "https://evil.example" })).toBe(403);
  expect(await ask({ Origin: "null" })).toBe(403);
  expect(await ask({ Host: "evil.example" })).toBe(403);
  expect(await ask({ Host: "evil.example", Origin: "https://evil.example" })).toBe(403);
  expect(await ask({ Host, Origin: "http://assay.example.com" })).toBe(403);
  expect(await ask({ "Sec-Fetch-Site": "cross-site" })).toBe(403);
  expect(await ask({ "Sec-Fetch-Site": "same-site" })).toBe(403);
  expect(await ask({ "X-Forwarded-Host": "evil.example", "X-Forwarded-For": "9.9.9.9" })).toBe(200);
  const signing = { method: "POST", body: { name: "admin", password: PASSWORD } };
  const foreign = { Origin: "https://evil.example" };
  expect((await server.ask("/auth/sign-in", { ...signing, headers: foreign })).status).toBe(403);
  const form = { Host, "Content-Type": "text/plain" };
  expect((await server.ask("/auth/sign-in", { ...signing, headers: form })).status).toBe(400);
  const { audit, said } = await refusals(server);
  expect(audit.some((line) => line.startsWith("ask from elsewhere: "))).toBe(true);
  expect(JSON.stringify(said)).not.toContain("9.9.9.9");
});

test("by a name of its own browsers come with TLS: cookies go no other way", async () => {
  const server = await startTeam({ args: ["--allowed_host", "assay.example.com"] });
  const headers = { Host: "assay.example.com", Origin: "https://assay.example.com" };
  const entered = await server.signIn("viewer", PASSWORD, { headers });
  expect(entered.headers["set-cookie"]?.join()).toMatch(/^__Host-assay=.*; Secure$/);
  expect((await server.ask(RUNS, { cookie: entered.cookie, headers })).status).toBe(200);
});

test("a row that somebody changed in the database is none", async () => {
  const server = await startTeam();
  const { cookie } = await server.signIn("viewer");
  const database = openOwnDatabase(server.store);
  database.exec("PRAGMA busy_timeout = 5000");
  database.exec("UPDATE team_sessions SET user_name = 'admin', label = 'admin'");
  database.exec("UPDATE team_tokens SET role = 'admin', user_name = 'admin'");
  database.close();
  expect(await status(server, cookie)).toBe(401);
  expect((await server.ask(RUNS, { token: server.tokens.viewer })).status).toBe(401);
});

test("without users nothing listens beyond this machine", async () => {
  const wide = ["--host", "0.0.0.0"];
  await expect(startTeam({ args: wide })).rejects.toThrow("needs the name that others call it by");
  await expect(startTeam({ args: ["--auth", "none.json"] })).rejects.toThrow(
    "There is no file of users",
  );
});
