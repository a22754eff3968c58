import { expect, test } from "vitest";
import type { RunStore } from "../../core/run-store.ts";
import { aCaseEnd, aRunEnd, aRunStart, caseEvents } from "../builders.ts";
import type { NewStore } from "./run-store-journal.ts";

const key = { evalSetId: "set-1", evalId: "case-1", trial: 0, index: 0 };

/** What lists of runs tell, which a store may count while it writes. */
export function testStandings(newStore: NewStore): void {
  test("tells for many runs at once what it tells of each", async () => {
    const store = await newStore([
      aRunStart(),
      ...caseEvents({ evalId: "b", index: 1, end: { status: "failed" } }),
      ...caseEvents({ evalId: "a", end: { status: "not-evaluated" } }),
      ...caseEvents({ evalId: "c", index: 2 }).slice(0, 2),
      aRunStart({ runId: "run-2" }),
      ...caseEvents({ runId: "run-2" }),
      aRunEnd({ runId: "run-2" }),
    ]);
    await store.lock("run-1");
    const standings = await store.standings?.(["run-2", "run-1", "run-3"]);
    if (standings === undefined) return;
    expect([...standings.keys()]).toEqual(["run-2", "run-1", "run-3"]);
    for (const [runId, standing] of standings) {
      expect(standing).toEqual({
        isLocked: await store.isLocked?.(runId),
        events: await store.runEvents(runId),
        ended: await countedByHand(store, runId),
      });
    }
    expect(standings.get("run-1")?.ended).toEqual({ passed: 0, failed: 1, "not-evaluated": 1 });
  });

  test("counts a conversation once, however often it ends, is opened again or copied", async () => {
    const store = await newStore([aRunStart(), ...caseEvents(), aRunStart({ runId: "run-2" })]);
    const counts = async () => (await store.standings?.(["run-1"]))?.get("run-1")?.ended;
    if ((await counts()) === undefined) return;
    await store.append(aCaseEnd({ status: "failed" }));
    expect(await counts()).toEqual({ passed: 1, failed: 0, "not-evaluated": 0 });
    await store.reopen("run-1", key);
    await store.reopen("run-1", key);
    expect(await counts()).toEqual({ passed: 0, failed: 0, "not-evaluated": 0 });
    await store.append(aCaseEnd({ status: "failed" }));
    await store.append(aCaseEnd({ evalId: "other", index: 1 }));
    expect(await counts()).toEqual({ passed: 1, failed: 1, "not-evaluated": 0 });
    expect(await counts()).toEqual(await countedByHand(store, "run-1"));
    await store.remove("run-1");
    for (const event of [aRunStart(), ...caseEvents()]) await store.append(event);
    expect(await counts()).toEqual({ passed: 1, failed: 0, "not-evaluated": 0 });
    expect(await store.recount?.()).toEqual([]);
  });
}

/** What came since it was asked last, by whomever. */
export function testListsOfOthers(twoStores: () => Promise<readonly [RunStore, RunStore]>): void {
  test("lists what another store appended or removed since it was asked last", async () => {
    const [one, other] = await twoStores();
    const ids = async () => (await other.list()).map(({ runId }) => runId);
    expect(await ids()).toEqual(["run-1"]);
    for (const runId of ["run-2", "run-3"]) await one.append(aRunStart({ runId }));
    expect(await ids()).toEqual(["run-3", "run-2", "run-1"]);
    await one.remove("run-2");
    await one.append(aRunStart({ runId: "run-4" }));
    expect(await ids()).toEqual(["run-4", "run-3", "run-1"]);
    await one.append(aRunEnd());
    expect((await other.list()).at(-1)?.endedAt).toBeDefined();
    await Promise.all([one.append(aRunStart({ runId: "run-5" })), ids(), ids(), ids()]);
    expect(await Promise.all([ids(), ids()])).toEqual([await ids(), await ids()]);
    expect(await other.list()).toEqual(await one.list());
  });
}

async function countedByHand(store: RunStore, runId: string) {
  const statuses = (await store.endedCases(runId)).map(({ status }) => status);
  const count = (status: string) => statuses.filter((each) => each === status).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    "not-evaluated": count("not-evaluated"),
  };
}
