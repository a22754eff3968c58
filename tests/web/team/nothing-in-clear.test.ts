import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../../cli/assay.ts";
import { ask, postgresDatabase } from "../../postgres-database.ts";
import { PASSWORD, startTeam, type TeamServer } from "./team-server.ts";

/** Every file below a folder, as bytes. */
function filesBelow(folder: string): readonly { readonly path: string; readonly bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, bytes: readFileSync(path) }));
}

/** As a secret may be written by whoever forgets to. */
function spellings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString("base64"), bytes.toString("hex"), encodeURIComponent(secret)];
}

async function useEverything(server: TeamServer): Promise<readonly string[]> {
  const { cookie } = await server.signIn("admin");
  await server.signIn("admin", `${PASSWORD} no`);
  const body = { name: "ci", role: "runner", days: 3 };
  const made = await server.ask("/api/v1/me/tokens", { method: "POST", body, cookie });
  const { token } = JSON.parse(made.text) as { token: string };
  await server.ask("/api/v1/runs", { method: "POST", token, body: { agent: "none" } });
  await server.ask("/api/v1/runs", { token: `${token}x` });
  await server.ask(`/api/v1/runs?token=${token.slice(0, 20)}`, { token });
  const list = await server.ask("/api/v1/me/tokens", { cookie });
  const people = await server.ask("/api/v1/people", { cookie });
  expect(list.text + people.text).not.toContain(token);
  const value = cookie.split("=")[1] ?? "";
  return [PASSWORD, token, value, value.split(".")[0] ?? "", ...Object.values(server.tokens)];
}

test("a token, a cookie, a password is in no file, no database and no log", async () => {
  const server = await startTeam();
  const secrets = await useEverything(server);
  const files = filesBelow(server.cwd);
  expect(files.some(({ path }) => path.endsWith("assay.db"))).toBe(true);
  for (const spelling of secrets.flatMap(spellings)) {
    const found = files.filter(({ bytes }) => bytes.includes(spelling)).map(({ path }) => path);
    expect(found).toEqual([]);
    expect(server.text()).not.toContain(spelling);
  }
  expect(await server.end()).toBe(0);
});

test("nor in PostgreSQL", async () => {
  const store = await postgresDatabase();
  const server = await startTeam({ store });
  const secrets = await useEverything(server);
  const tables = await ask<{ name: string }>(
    store,
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'assay'",
  );
  expect(tables.length).toBeGreaterThan(5);
  for (const { name } of tables) {
    const rows = await ask<{ row: string }>(store, `SELECT t::text AS row FROM assay.${name} t`);
    const text = rows.map(({ row }) => row).join("\n");
    for (const spelling of secrets.flatMap(spellings)) expect(text).not.toContain(spelling);
  }
});

test("the command shows a token once, ends it, and says in the log that it did", async () => {
  const server = await startTeam();
  const run = (...words: string[]) => assay(words, { cwd: server.cwd });
  const made = await run("users", "token", "runner", "--name", "nightly", "--days", "2");
  const token = /assay_[\w-]{43}/.exec(made.stdout + made.stderr)?.[0] ?? "";
  const id = /^Token (\w+) of runner/.exec(made.stdout)?.[1] ?? "";
  expect((await server.ask("/api/v1/runs", { token })).status).toBe(200);
  const listed = await run("users", "tokens", "runner");
  expect(listed.stdout).toContain("nightly");
  expect(listed.stdout).not.toContain(token);
  await run("users", "revoke", "runner", id);
  expect((await server.ask("/api/v1/runs", { token })).status).toBe(401);
  const { stdout } = await run("audit");
  expect(stdout).toMatch(/make token +runner/);
  expect(stdout).toMatch(/end access +runner/);
});
