import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { thisProcess } from "./process-identity.ts";
import { sqliteStore } from "./sqlite-store.ts";

/** Whether a run can be had whose lock somebody left behind. */
async function canLock(holder: {
  readonly pid?: number;
  readonly host?: string;
  readonly processStart?: string;
  /** Seconds since it was last heard of. */
  readonly silent?: number;
}): Promise<boolean> {
  const path = join(temporaryFolder(), "assay.db");
  const store = sqliteStore(path);
  await store.lock("another-run");
  const { pid, host, processStart } = { ...thisProcess(), ...holder };
  const heard = new Date(Date.now() - (holder.silent ?? 0) * 1000).toISOString();
  const database = new DatabaseSync(path);
  database
    .prepare("INSERT INTO locks VALUES ('run-1', 'somebody', ?, ?, ?, ?, ?)")
    .run(pid, host, processStart, heard, heard);
  database.close();
  const locked = await store.lock("run-1");
  await store.close();
  return locked;
}

test("a process that lives holds its run, however long it was silent", async () => {
  expect(await canLock({})).toBe(false);
  expect(await canLock({ silent: 3600 })).toBe(false);
});

test("a process that is gone holds nothing", async () => {
  expect(await canLock({ pid: 2 ** 30 })).toBe(true);
});

test.runIf(process.platform === "linux")(
  "a later process with the same number holds nothing",
  async () => {
    expect(await canLock({ processStart: "another boot 17" })).toBe(true);
  },
);

test("a process on another machine holds its run as long as it is heard of", async () => {
  expect(await canLock({ host: "elsewhere", silent: 30 })).toBe(false);
  expect(await canLock({ host: "elsewhere", silent: 120 })).toBe(true);
});
