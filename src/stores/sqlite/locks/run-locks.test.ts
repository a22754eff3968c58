import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { aTurnEnd } from "../../../testing/builders.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { thisProcess } from "../../locks/process-identity.ts";
import { sqliteStore } from "../sqlite-store.ts";

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

test.runIf(process.platform === "linux")(
  "a process that was killed and not yet laid to rest holds nothing",
  async () => {
    // its parent never asks how it ended, so that its number stays taken
    const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 60"]);
    onTestFinished(() => void parent.kill("SIGKILL"));
    const pid = Number(await new Promise((done) => parent.stdout.once("data", done)));
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, "latin1")).toContain(") Z ");
    expect(await canLock({ pid, processStart: startedBefore(pid) })).toBe(true);
  },
);

/** How the system counted the start of a process while it lived. */
function startedBefore(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  return `${boot} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
}

test("whoever lost a run to another process can write to it no more", async () => {
  const path = join(temporaryFolder(), "assay.db");
  const store = sqliteStore(path);
  await store.lock("run-1");
  await store.append(aTurnEnd({ turn: 0 }));
  const database = new DatabaseSync(path);
  database.exec("UPDATE locks SET owner = 'somebody'");
  await expect(store.append(aTurnEnd({ turn: 1 }))).rejects.toMatchObject({
    code: "run/busy",
    message: "Another process has taken over run run-1, or removed it.",
  });
  expect(database.prepare("SELECT count(*) AS n FROM events").get()).toEqual({ n: 1 });
  database.close();
  await store.close().catch(() => {});
});
