import { expect, test } from "vitest";
import type { RunStore } from "../../core/run-store.ts";
import { aCaseEnd, aRunEnd, aRunStart, aTurnEnd, caseEvents } from "../builders.ts";
import { casesOf, type NewStore } from "./run-store-journal.ts";
import { testListsOfOthers } from "./run-store-standings-tests.ts";

/** Two stores on one journal, as two processes have them. */
export function testSharing(
  newStore: NewStore,
  openAgain: (store: RunStore) => Promise<RunStore>,
): void {
  async function twoStores(): Promise<readonly [RunStore, RunStore]> {
    const one = await newStore([aRunStart(), ...caseEvents()]);
    return [one, await openAgain(one)];
  }

  test("shows another store what is durable", async () => {
    const [one, other] = await twoStores();
    expect(await casesOf(other)).toEqual(await casesOf(one));
    expect(await other.list()).toEqual(await one.list());
  });

  testListsOfOthers(twoStores);

  test("still has everything after it was closed", async () => {
    const [one, other] = await twoStores();
    const append = one.append(aRunEnd());
    await one.close();
    await append;
    expect(await other.runEvents("run-1")).toHaveLength(2);
  });

  test("lets one write a run at a time", async () => {
    const [one, other] = await twoStores();
    expect(await one.lock("run-1")).toBe(true);
    expect(await other.lock("run-1")).toBe(false);
    expect(await other.lock("run-2")).toBe(true);
    await other.unlock("run-1");
    expect(await other.lock("run-1")).toBe(false);
    await one.unlock("run-1");
    expect(await other.lock("run-1")).toBe(true);
    expect(await one.lock("run-1")).toBe(false);
  });

  test("knows whether somebody is writing a run", async () => {
    const [one, other] = await twoStores();
    if (other.isLocked === undefined) return;
    expect(await other.isLocked("run-1")).toBe(false);
    await one.lock("run-1");
    expect(await other.isLocked("run-1")).toBe(true);
    expect(await one.isLocked?.("run-1")).toBe(true);
    await one.unlock("run-1");
    expect(await other.isLocked("run-1")).toBe(false);
  });

  test("gives up its locks when it is closed", async () => {
    const [one, other] = await twoStores();
    await one.lock("run-1");
    await one.close();
    expect(await other.lock("run-1")).toBe(true);
  });

  test("leaves out a second end by another store", async () => {
    const [one, other] = await twoStores();
    await Promise.all([
      other.append(aCaseEnd({ status: "failed" })),
      one.append(aCaseEnd({ status: "failed" })),
    ]);
    expect(await other.endedCases("run-1")).toMatchObject([{ status: "passed" }]);
  });

  test("lets two write different runs at once", async () => {
    const [one, other] = await twoStores();
    const write = async (store: RunStore, runId: string) => {
      for (let turn = 0; turn < 50; turn += 1) await store.append(aTurnEnd({ runId, turn }));
    };
    await Promise.all([write(one, "a"), write(other, "b")]);
    expect(await casesOf(one, "b")).toHaveLength(50);
    expect(await casesOf(other, "a")).toHaveLength(50);
  });
}
