import { join } from "node:path";
import { expect, test } from "vitest";
import { sqliteTraceStore } from "../../src/stores/sqlite/traces/sqlite-trace-store.ts";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";
import { aBatch, aSpan } from "../../src/testing/trace-store/trace-store-batches.ts";
import { ask, postgresDatabase } from "../postgres-database.ts";
import { assay } from "./assay.ts";

const example = join(import.meta.dirname, "../../examples/home-automation");

test("a workspace moves to the team's database and back, and nothing is said twice", async () => {
  const cwd = temporaryFolder();
  const [first, second] = [join(cwd, "first.db"), join(cwd, "second.db")];
  await assay(["eval", example, "--store", first], { cwd });
  const traces = sqliteTraceStore(first);
  await traces.append(aBatch({ spans: [aSpan()], sighting: { key: { kind: "name", key: "x" } } }));
  await traces.close();
  const address = await postgresDatabase();
  const there = await assay(["store", "copy", first, address], { cwd });
  expect(there).toMatchObject({
    code: 0,
    stdout: "1 run copied, 0 there already.\n1 session copied, 0 there already.\n",
  });
  await assay(["store", "copy", address, second], { cwd });
  const again = await assay(["store", "copy", first, second], { cwd });
  expect(again.stdout).toBe(
    "0 runs copied, 1 there already.\n0 sessions copied, 1 there already.\n",
  );
  const shown = await assay(["runs", "show", "latest", "--store", address], { cwd });
  expect(shown).toMatchObject({ code: 0 });
  const local = await assay(["runs", "show", "latest", "--store", first], { cwd });
  // the command that is proposed at the end looks in the same place
  const proposed = local.stdout.match(/assay (runs show .*) ID\n$/)?.[1]?.split(" ") ?? [];
  const placeless = (text: string) => text.replace(/--store \S+/, "");
  expect(placeless(shown.stdout)).toBe(placeless(local.stdout));
  const one = await assay([...proposed, "lights_off_bedroom"], { cwd });
  expect(one).toMatchObject({ code: 0 });
});

test.each(["postgress://eval@db/assay", "mysql://eval:secret@db/assay", "https://db"])(
  "%s is no file to keep a team's runs in",
  async (store) => {
    const cwd = temporaryFolder();
    const given = await assay(["runs", "--store", store], { cwd });
    const usual = await assay(["runs"], { cwd, env: { ASSAY_STORE: store } });
    for (const { code, stderr } of [given, usual]) {
      expect(stderr).toContain("A file is known, or a PostgreSQL database");
      expect(stderr).not.toContain("secret");
      expect(code).toBe(2);
    }
  },
);

test("eval, runs, compare and a resume work on PostgreSQL as on the file", async () => {
  const cwd = temporaryFolder();
  const env = { ASSAY_STORE: await postgresDatabase() };
  for (const _ of [1, 2]) {
    expect(await assay(["eval", example], { cwd, env })).toMatchObject({ code: 0 });
  }
  const runs = await assay(["runs"], { cwd, env });
  expect(runs.stdout.match(/9 passed/g)).toHaveLength(2);
  const compared = await assay(["compare", "latest~1", "latest"], { cwd, env });
  expect(compared.stdout).toContain("No case changed");
  const resumed = await assay(["eval", "--resume"], { cwd, env });
  expect(resumed.stdout + resumed.stderr).toContain("has ended; nothing was left to run");
  const checked = await assay(["store", "check"], { cwd, env });
  expect(checked).toMatchObject({ code: 0 });
  expect(checked.stdout).toContain("2 runs with");
});

test("a check tells what cannot be read any more", async () => {
  const cwd = temporaryFolder();
  const address = await postgresDatabase();
  await assay(["eval", example], { cwd, env: { ASSAY_STORE: address } });
  await ask(
    address,
    `UPDATE assay.events SET body = replace(body, 'passed', 'pessed')
     WHERE seq = (SELECT max(seq) FROM assay.events WHERE type = 'case-end')`,
  );
  const checked = await assay(["store", "check", "--store", address], { cwd });
  expect(checked).toMatchObject({ code: 1 });
  expect(checked.stderr).toContain("case-end of");
  expect(checked.stdout).toContain("1 cannot be read");
});

test("a password stands neither in a run's record nor in what is printed", async () => {
  const cwd = temporaryFolder();
  const address = await postgresDatabase();
  const report = join(cwd, "report.json");
  await assay(["eval", example, "--store", address, "--reporter", `json=${report}`], { cwd });
  const stored = await ask<{ body: string }>(address, "SELECT body FROM assay.events");
  expect(stored.some(({ body }) => body.includes(":password@"))).toBe(false);
  const migrated = await assay(["store", "migrate", "--store", address], { cwd });
  expect(migrated.stdout).toMatch(
    /^postgres:\/\/postgres@127\.0\.0\.1:\d+\/test_\w+ has version \d+ already\.\n$/,
  );
});

test("a store that is not there is no empty one", async () => {
  const checked = await assay(["store", "check"], { cwd: temporaryFolder() });
  expect(checked).toMatchObject({ code: 2 });
  expect(checked.stderr).toContain("There is no store");
});
