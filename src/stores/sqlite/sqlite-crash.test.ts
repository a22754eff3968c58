import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { RunStore } from "../../core/run-store.ts";
import { aTurnEnd } from "../../testing/builders.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { sqliteStore } from "./sqlite-store.ts";

const newDatabasePath = () => join(temporaryFolder(), "assay.db");

/** Runs code in another process, with a `store` on the database and a `say` that nothing buffers. */
function inAnotherProcess(path: string, code: string): ChildProcess & { said(): string } {
  const program = `
    import { writeSync } from "node:fs";
    import { sqliteStore } from ${JSON.stringify(new URL("./sqlite-store.ts", import.meta.url).href)};
    import { aTurnEnd } from ${JSON.stringify(new URL("../../testing/builders.ts", import.meta.url).href)};
    const store = sqliteStore(${JSON.stringify(path)});
    const say = (text) => writeSync(1, text + "\\n");
    ${code}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  return Object.assign(child, { said: () => output });
}

const exitOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });

const firstWord = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    child.stdout?.once("data", () => resolve());
  });

async function turnsOf(store: RunStore, runId: string): Promise<readonly number[]> {
  const events = await Array.fromAsync(store.caseEvents(runId));
  return events.flatMap((event) => (event.type === "turn-end" ? [event.turn] : []));
}

function integrityOf(path: string): unknown {
  const database = new DatabaseSync(path);
  const found = database.prepare("PRAGMA integrity_check").get()?.integrity_check;
  database.close();
  return found;
}

test("whatever kill -9 interrupts, nothing that was acknowledged is lost", async () => {
  const path = newDatabasePath();
  const random = mulberry32(20261116);
  for (let kill = 0; kill < 20; kill += 1) {
    const runId = `run-${kill}`;
    const writer = inAnotherProcess(
      path,
      `for (let turn = 0; ; turn += 1) {
        store.append(aTurnEnd({ runId: "${runId}", turn })).then(() => say(turn));
        if (turn % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      }`,
    );
    const exit = exitOf(writer);
    await firstWord(writer);
    await new Promise((resolve) => setTimeout(resolve, random() * 60));
    writer.kill("SIGKILL");
    await exit;
    const whole = writer.said().slice(0, writer.said().lastIndexOf("\n"));
    const acknowledged = whole.split("\n").map(Number);
    const store = sqliteStore(path);
    const turns = await turnsOf(store, runId);
    expect(turns).toEqual(turns.map((_, at) => at));
    expect(turns.length).toBeGreaterThanOrEqual(acknowledged.length);
    await store.close();
    expect(integrityOf(path)).toBe("ok");
  }
}, 60_000);

test("what was saved outlives a process that is killed before its commit", async () => {
  const path = newDatabasePath();
  const writer = inAnotherProcess(
    path,
    `await store.append(aTurnEnd({ turn: 0 }));
    for (let turn = 1; turn < 4; turn += 1) {
      void store.append(aTurnEnd({ turn }));
      store.save();
    }
    process.kill(process.pid, "SIGKILL");`,
  );
  await exitOf(writer);
  const store = sqliteStore(path);
  expect(await turnsOf(store, aTurnEnd().runId)).toEqual([0, 1, 2, 3]);
  await store.close();
  expect(integrityOf(path)).toBe("ok");
});

test("several processes write different runs at once and none is turned away", async () => {
  const path = newDatabasePath();
  const writers = ["a", "b", "c"].map((runId) =>
    inAnotherProcess(
      path,
      `for (let turn = 0; turn < 300; turn += 1) {
        const append = store.append(aTurnEnd({ runId: "${runId}", turn }));
        if (turn % 10 === 0) await append;
      }
      await store.close();`,
    ),
  );
  expect(await Promise.all(writers.map(exitOf))).toEqual([0, 0, 0]);
  const store = sqliteStore(path);
  for (const runId of ["a", "b", "c"]) expect(await turnsOf(store, runId)).toHaveLength(300);
  await store.close();
}, 60_000);

test("a run is free at once when the process that held it was killed", async () => {
  const path = newDatabasePath();
  const holder = inAnotherProcess(path, `say(await store.lock("run-1")); process.stdin.resume();`);
  const exit = exitOf(holder);
  await firstWord(holder);
  const store = sqliteStore(path);
  expect(holder.said()).toBe("true\n");
  expect(await store.lock("run-1")).toBe(false);
  holder.kill("SIGKILL");
  await exit;
  expect(await store.lock("run-1")).toBe(true);
  await store.close();
});

test("of two processes that go for the same run exactly one gets it", async () => {
  const path = newDatabasePath();
  const code = `say(await store.lock("run-1")); process.stdin.resume();`;
  const rivals = [inAnotherProcess(path, code), inAnotherProcess(path, code)];
  await Promise.all(rivals.map(firstWord));
  expect(rivals.map((rival) => rival.said()).sort()).toEqual(["false\n", "true\n"]);
  const exits = rivals.map(exitOf);
  for (const rival of rivals) rival.kill("SIGKILL");
  await Promise.all(exits);
});

test("every beginning of the write-ahead log opens, with the first events and no others", async () => {
  const path = newDatabasePath();
  const store = sqliteStore(path);
  for (let turn = 0; turn < 8; turn += 1) await store.append(aTurnEnd({ turn }));
  const log = readFileSync(`${path}-wal`);
  for (let length = 0; length <= log.length; length += 1357) {
    const copy = newDatabasePath();
    copyFileSync(path, copy);
    writeFileSync(`${copy}-wal`, log.subarray(0, length));
    const opened = sqliteStore(copy);
    const turns = await turnsOf(opened, "run-1");
    expect(turns).toEqual(turns.map((_, at) => at));
    await opened.close();
  }
  await store.close();
});

/** Small and seeded, so that a failure repeats. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
