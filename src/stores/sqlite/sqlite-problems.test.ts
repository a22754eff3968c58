import { spawnSync } from "node:child_process";
import { copyFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { aRunStart, aTurnEnd } from "../../testing/builders.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { sqliteStore } from "./sqlite-store.ts";

function problem(message: string, hint: string) {
  return {
    code: "store/unusable",
    message: expect.stringContaining(message),
    hint: expect.stringContaining(hint),
  };
}

test("a database that another program holds is reported after a while, and nothing is kept half", async () => {
  const path = join(temporaryFolder(), "assay.db");
  const store = sqliteStore({ path, busyTimeout: 50 });
  await store.append(aRunStart());
  const other = new DatabaseSync(path);
  other.exec("BEGIN IMMEDIATE");
  const told = problem(`${path} is locked by another program.`, "Close whatever holds it open");
  await expect(store.append(aTurnEnd())).rejects.toMatchObject(told);
  await expect(store.lock("run-1")).rejects.toMatchObject(told);
  other.exec("ROLLBACK");
  other.close();
  // the first was lost, so a second must not be journaled as if nothing had happened
  await expect(store.append(aTurnEnd())).rejects.toMatchObject(told);
  expect(await Array.fromAsync(store.caseEvents("run-1"))).toEqual([]);
  await expect(store.close()).rejects.toMatchObject(told);
});

test("a database of a newer version is left alone", async () => {
  const path = join(temporaryFolder(), "assay.db");
  const database = new DatabaseSync(path);
  database.exec("PRAGMA user_version = 99");
  database.close();
  const told = problem(`${path} was written by a newer version of Assay.`, "Update Assay");
  await expect(sqliteStore(path).append(aRunStart())).rejects.toMatchObject(told);
  await expect(sqliteStore(path).list()).rejects.toMatchObject(told);
});

test("a database of another program is left alone", async () => {
  const path = join(temporaryFolder(), "assay.db");
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE letters (letter TEXT)");
  database.close();
  await expect(sqliteStore(path).list()).rejects.toMatchObject(
    problem(`${path} is a database of another program.`, "Move it away"),
  );
});

test("a file that is no database is left alone", async () => {
  const path = join(temporaryFolder(), "assay.db");
  writeFileSync(path, "Dear diary, ".repeat(1000));
  await expect(sqliteStore(path).list()).rejects.toMatchObject(
    problem(`${path} is damaged, or is not a database of Assay.`, "Move it away"),
  );
});

test("a file in the place of the folder is reported", async () => {
  const folder = join(temporaryFolder(), ".assay");
  writeFileSync(folder, "");
  const path = join(folder, "assay.db");
  await expect(sqliteStore(path).lock("run-1")).rejects.toMatchObject(
    problem(`${path} cannot be made`, "Move it out of the way"),
  );
});

/** Appends in a process of its own until it is refused, and says how far it came and why no further. */
function appendUntilRefused(path: string, { before = "", shell = "" } = {}) {
  const program = `
    import { sqliteStore } from ${JSON.stringify(new URL("./sqlite-store.ts", import.meta.url).href)};
    import { aTurnEnd } from ${JSON.stringify(new URL("../../testing/builders.ts", import.meta.url).href)};
    const store = sqliteStore(process.env.DATABASE);
    ${before}
    let kept = 0;
    const append = (turn) => store.append(aTurnEnd({ turn, output: "x".repeat(20000) }));
    try {
      for (; kept < 1000; kept += 1) await append(kept);
    } catch ({ code, message, hint }) {
      const again = await append(kept).then(() => "kept", (error) => error.code);
      process.stdout.write(JSON.stringify({ kept, code, message, hint, again }));
    }`;
  const command = `${shell} exec "${process.execPath}" --input-type=module --eval "$PROGRAM"`;
  const { stdout, stderr } = spawnSync("sh", ["-c", command], {
    env: { ...process.env, PROGRAM: program, DATABASE: path },
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

test.skipIf(process.platform === "win32")(
  "when no more can be written it is reported, and what was acknowledged before is there",
  async () => {
    const path = join(temporaryFolder(), "assay.db");
    const refused = appendUntilRefused(path, { shell: "ulimit -f 2000;" });
    expect(refused).toMatchObject({ code: "store/unusable", again: "store/unusable" });
    expect(refused.kept).toBeGreaterThan(5);
    const store = sqliteStore(path);
    const events = await Array.fromAsync(store.caseEvents("run-1"));
    expect(events).toHaveLength(refused.kept);
    await store.append(aTurnEnd({ turn: refused.kept }));
    await store.close();
  },
);

test.skipIf(process.platform === "win32")("a folder that may not be written to is reported", () => {
  const path = join("/", "assay-nobody-may-write-here", "assay.db");
  // root may write anywhere, so it first becomes nobody
  const before = "if (process.getuid() === 0) process.setuid(65534);";
  expect(appendUntilRefused(path, { before })).toMatchObject({
    kept: 0,
    code: "store/unusable",
    message: `${path} cannot be opened for writing.`,
    hint: expect.stringContaining("Check the permissions"),
  });
});

test.each([
  ["deleted", (path: string) => rmSync(path)],
  ["deleted with its folder", (path: string) => rmSync(dirname(path), { recursive: true })],
  [
    "replaced by a copy",
    (path: string) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
  ["robbed of its log", (path: string) => rmSync(`${path}-wal`)],
  ["emptied", (path: string) => truncateSync(path)],
  ["robbed of what its log said", (path: string) => truncateSync(`${path}-wal`)],
] as const)(
  "a database that is %s while it is written is reported with the next event",
  async (_, harm) => {
    const path = join(temporaryFolder(), ".assay", "assay.db");
    const store = sqliteStore(path);
    await store.append(aRunStart());
    harm(path);
    await expect(store.append(aTurnEnd())).rejects.toMatchObject(
      problem(`${path} was removed or replaced during the run.`, "start again"),
    );
    await store.close().catch(() => {});
  },
);

test("a log that another program has worked off and cut short is no damage", async () => {
  const path = join(temporaryFolder(), "assay.db");
  const store = sqliteStore(path);
  await store.append(aRunStart());
  for (let turn = 0; turn < 3; turn += 1) {
    const other = new DatabaseSync(path);
    other.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    other.close();
    await store.append(aTurnEnd({ turn }));
  }
  expect(await Array.fromAsync(store.caseEvents("run-1"))).toHaveLength(3);
  await store.close();
});

test("a database whose tables are gone is damaged, and no bug", async () => {
  const path = join(temporaryFolder(), "assay.db");
  const store = sqliteStore({ path });
  await store.append(aRunStart());
  await store.lock("run-1");
  const other = new DatabaseSync(path);
  other.exec("DROP TABLE locks");
  other.close();
  const told = problem(`${path} is damaged`, "Move it away");
  await expect(store.append(aTurnEnd())).rejects.toMatchObject(told);
  await store.close().catch(() => {});
});
