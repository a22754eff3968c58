import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { RunStore } from "../../../core/run-store.ts";
import { aCaseEnd, aTurnEnd } from "../../../testing/builders.ts";
import { describeRunStore } from "../../../testing/run-store/run-store-contract.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { uncheckedRow } from "../../event-row.ts";
import { sqliteStore } from "../sqlite-store.ts";
import { commitThread } from "./commit-thread.ts";

const newDatabasePath = () => join(temporaryFolder(), "assay.db");

function expectingStore(path: string): RunStore {
  const store = sqliteStore(path);
  store.expectMany?.();
  return store;
}

describeRunStore("sqliteStore that expects many events", async () =>
  expectingStore(newDatabasePath()),
);

async function turnsOf(path: string, runId: string): Promise<readonly number[]> {
  const store = sqliteStore(path);
  const events = await Array.fromAsync(store.caseEvents(runId));
  await store.close();
  return events.flatMap((event) => (event.type === "turn-end" ? [event.turn] : []));
}

/** A thread that takes rows. */
async function readyThread(path: string, owner = "nobody") {
  await sqliteStore(path).lock("other");
  const thread = commitThread({ path, busyTimeout: 1000, owner });
  while (!thread.isReady()) await setTimeout(5);
  return thread;
}

const turns = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => uncheckedRow(aTurnEnd({ turn: from + at })));

test("groups are durable in the order they were given, however many wait", async () => {
  const path = newDatabasePath();
  const thread = await readyThread(path);
  const commits = [0, 300, 600].map((from) => thread.commit(turns(from, 300), []));
  await commits[2];
  expect(await turnsOf(path, "run-1")).toEqual(Array.from({ length: 900 }, (_, at) => at));
  await Promise.all(commits);
  const end = uncheckedRow(aCaseEnd());
  await thread.commit([end], []);
  await thread.commit([end], []);
  const store = sqliteStore(path);
  expect(await store.endedCases("run-1")).toHaveLength(1);
  await store.close();
  await thread.close();
}, 30_000);

test("a run that somebody else has taken over is not written on, and nothing after it either", async () => {
  const path = newDatabasePath();
  const thread = await readyThread(path);
  const told = { code: "run/busy", message: expect.stringContaining("taken over run run-1") };
  await expect(thread.commit(turns(0, 1), ["run-1"])).rejects.toMatchObject(told);
  await expect(thread.commit(turns(1, 1), [])).rejects.toMatchObject(told);
  expect(await turnsOf(path, "run-1")).toEqual([]);
  await thread.close();
}, 30_000);

test("a database that was removed is told, with a way out", async () => {
  const path = newDatabasePath();
  const thread = await readyThread(path);
  for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
  await expect(thread.commit(turns(0, 1), [])).rejects.toMatchObject({
    code: "store/unusable",
    message: expect.stringContaining("was removed or replaced during the run"),
  });
  await thread.close();
}, 30_000);

test("whatever kill -9 interrupts, nothing that was acknowledged is lost", async () => {
  const path = newDatabasePath();
  for (const [kill, wait] of [50, 300, 600, 900].entries()) {
    const program = `
      import { writeSync } from "node:fs";
      import { sqliteStore } from ${JSON.stringify(new URL("../sqlite-store.ts", import.meta.url).href)};
      import { aTurnEnd } from ${JSON.stringify(new URL("../../../testing/builders.ts", import.meta.url).href)};
      const store = sqliteStore(${JSON.stringify(path)});
      store.expectMany();
      for (let turn = 0; ; turn += 1) {
        const stored = store.append(aTurnEnd({ runId: "run-${kill}", turn })).then(() => writeSync(1, turn + "\\n"));
        if (turn % 20 === 0) await stored;
      }`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    const begun = Promise.withResolvers<void>();
    child.stdout.on("data", (chunk) => {
      said += chunk;
      begun.resolve();
    });
    const closed = new Promise((resolve) => child.on("close", resolve));
    await begun.promise;
    await setTimeout(wait);
    child.kill("SIGKILL");
    await closed;
    const acknowledged = said.slice(0, said.lastIndexOf("\n")).split("\n").length;
    const kept = await turnsOf(path, `run-${kill}`);
    expect(kept).toEqual(kept.map((_, at) => at));
    expect(kept.length).toBeGreaterThanOrEqual(acknowledged);
  }
}, 60_000);
