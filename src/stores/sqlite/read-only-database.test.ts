import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { aRunStart, aTurnEnd } from "../../testing/builders.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { sqliteStore } from "./sqlite-store.ts";

const reader = `
  const { sqliteStore } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, "sqlite-store.ts")).href)});
  const store = sqliteStore(process.argv[1]);
  const runs = (await store.list()).length;
  const events = (await store.runEvents("run-1")).length;
  const turns = (await Array.fromAsync(store.caseEvents("run-1"))).length;
  const isLocked = await store.isLocked("run-1");
  const writing = await store.lock("run-1").catch((error) => error.message);
  await store.close();
  console.log(JSON.stringify({ runs, events, turns, isLocked, writing }));
`;

/** Reads as somebody without the right to write there; whoever may do everything becomes nobody for it. */
function readAsNobody(path: string): unknown {
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--no-warnings", "--input-type=module", "-e", reader, path],
    { encoding: "utf8", ...nobody },
  );
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

const whole = {
  runs: 1,
  events: 1,
  turns: 1,
  isLocked: false,
  writing: expect.stringContaining("cannot be opened for writing"),
};

async function written(): Promise<string> {
  const path = join(temporaryFolder(), "assay.db");
  const store = sqliteStore(path);
  await store.append(aRunStart());
  await store.append(aTurnEnd());
  await store.close();
  return path;
}

const ways = process.platform === "win32" ? [] : [[0o444, 0o555] as const, [0o644, 0o555] as const];

test.each([...ways, [0o444, 0o755] as const])(
  "runs are read where nothing may be written: file %o, folder %o",
  async (file, folder) => {
    const path = await written();
    chmodSync(path, file);
    chmodSync(dirname(path), folder);
    const before = readdirSync(dirname(path));
    expect(readAsNobody(path)).toEqual(whole);
    expect(readdirSync(dirname(path))).toEqual(before);
    chmodSync(dirname(path), 0o755);
  },
);

test.runIf(ways.length > 0)("what stands only in the log of a database is read too", async () => {
  const path = await written();
  const open = new DatabaseSync(path);
  open.exec("PRAGMA wal_autocheckpoint = 0; UPDATE meta SET value = value");
  const killed = join(temporaryFolder(), "assay.db");
  for (const end of ["", "-wal"]) copyFileSync(path + end, killed + end);
  open.close();
  for (const end of ["", "-wal"]) chmodSync(killed + end, 0o444);
  chmodSync(dirname(killed), 0o555);
  expect(readAsNobody(killed)).toEqual(whole);
  chmodSync(dirname(killed), 0o755);
});

test.runIf(ways.length > 0)("tables of an older version are read from a copy", async () => {
  const path = join(temporaryFolder(), "assay.db");
  const stored = join(import.meta.dirname, "../../../tests/migrations");
  const [older = ""] = readdirSync(stored, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".db"),
  );
  copyFileSync(join(stored, older), path);
  chmodSync(path, 0o444);
  chmodSync(dirname(path), 0o555);
  expect(readAsNobody(path)).toMatchObject({ runs: expect.any(Number), writing: whole.writing });
  expect(readdirSync(dirname(path))).toEqual(["assay.db"]);
  chmodSync(dirname(path), 0o755);
});
