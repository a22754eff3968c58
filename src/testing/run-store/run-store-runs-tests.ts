import { expect, test } from "vitest";
import { aCaseEnd, aRunEnd, aRunSet, aRunStart, caseEvents } from "../builders.ts";
import { appendAll, casesOf, type NewStore } from "./run-store-journal.ts";

/** Runs and their conversations: which there are, how they ended, who writes them. */
export function testRuns(newStore: NewStore): void {
  test("gives back what was appended", async () => {
    const events = [aRunStart(), ...caseEvents(), aRunEnd()];
    const store = await newStore(events);
    expect(await store.runEvents("run-1")).toEqual([events[0], events.at(-1)]);
    expect(await casesOf(store)).toEqual(events.slice(1, -1));
  });

  test("knows which conversations have ended and how", async () => {
    const ended = { evalSetId: "set-1", trial: 0 };
    const store = await newStore([
      ...caseEvents({ evalId: "b", index: 1, end: { status: "failed" } }),
      ...caseEvents({ evalId: "a", index: 0, end: { status: "not-evaluated" } }),
      ...caseEvents({ evalId: "c", index: 2 }).slice(0, 2),
      ...caseEvents({ runId: "run-2", evalId: "d", index: 3 }),
    ]);
    expect(await store.endedCases("run-1")).toEqual([
      { ...ended, evalId: "a", index: 0, status: "not-evaluated" },
      { ...ended, evalId: "b", index: 1, status: "failed" },
    ]);
  });

  test("keeps the first end of a conversation and leaves a second one out", async () => {
    const store = await newStore([aRunStart(), ...caseEvents()]);
    await store.append(aCaseEnd({ status: "failed" }));
    await appendAll(store, [aCaseEnd({ status: "failed" }), aRunEnd()]);
    expect(await store.endedCases("run-1")).toMatchObject([{ status: "passed" }]);
    expect(await casesOf(store)).toEqual(caseEvents());
    expect(await store.runEvents("run-1")).toHaveLength(2);
    const others = [{ trial: 1 }, { evalId: "other" }, { evalSetId: "other" }, { runId: "run-2" }];
    await appendAll(
      store,
      others.map((other) => aCaseEnd(other)),
    );
    expect(await store.endedCases("run-1")).toHaveLength(4);
    expect(await store.endedCases("run-2")).toHaveLength(1);
  });

  test("lets a conversation that was opened again end again, and no other", async () => {
    const other = { evalId: "other", index: 1 };
    const store = await newStore([aRunStart(), ...caseEvents(), ...caseEvents(other)]);
    await store.reopen("run-1", { evalSetId: "set-1", evalId: "case-1", trial: 0, index: 0 });
    expect(await store.endedCases("run-1")).toMatchObject([{ evalId: "other" }]);
    expect((await casesOf(store)).map((event) => event.type)).toEqual([
      "case-start",
      "turn-end",
      "case-start",
      "turn-end",
      "case-end",
    ]);
    await store.append(aCaseEnd({ status: "failed" }));
    expect(await store.endedCases("run-1")).toMatchObject([
      { evalId: "case-1", status: "failed" },
      { evalId: "other", status: "passed" },
    ]);
  });

  test("lists runs from the newest to the oldest of the journal, whatever the clock said", async () => {
    const sets = [aRunSet()];
    const store = await newStore([
      aRunStart({ runId: "b", at: "2026-11-16T10:00:00.000Z", agent: { name: "lights" }, sets }),
      aRunStart({ runId: "a", at: "2026-11-15T10:00:00.000Z", kind: "score" }),
      aRunStart({ runId: "c", at: "2026-11-17T10:00:00.000Z" }),
      ...caseEvents({ runId: "a" }),
      aRunEnd({ runId: "b", at: "2026-11-16T11:00:00.000Z", status: "interrupted" }),
    ]);
    const endedAt = "2026-11-16T11:00:00.000Z";
    expect(await store.list()).toEqual([
      {
        runId: "c",
        startedAt: "2026-11-17T10:00:00.000Z",
        agent: "agent-1",
        kind: "eval",
        sets: ["set-1"],
      },
      {
        runId: "a",
        startedAt: "2026-11-15T10:00:00.000Z",
        agent: "agent-1",
        kind: "score",
        sets: ["set-1"],
      },
      {
        runId: "b",
        startedAt: "2026-11-16T10:00:00.000Z",
        agent: "lights",
        kind: "eval",
        sets: ["set-1"],
        endedAt,
      },
    ]);
  });

  test("does not call a run ended that was resumed and has not ended again", async () => {
    const at = "2026-11-17T10:00:00.000Z";
    const store = await newStore([aRunStart(), aRunEnd({ status: "interrupted" })]);
    await store.append({ type: "run-resume", runId: "run-1", at });
    expect((await store.list())[0]?.endedAt).toBeUndefined();
    await store.append(aRunEnd({ at }));
    expect((await store.list())[0]?.endedAt).toBe(at);
    expect((await store.runEvents("run-1")).map((event) => event.type)).toEqual([
      "run-start",
      "run-end",
      "run-resume",
      "run-end",
    ]);
  });

  test("removes one run and no other", async () => {
    const run = (runId: string) => [aRunStart({ runId }), ...caseEvents({ runId })];
    const store = await newStore([...run("a"), ...run("b")]);
    await store.remove("a");
    expect((await store.list()).map((listing) => listing.runId)).toEqual(["b"]);
    expect(await casesOf(store, "a")).toEqual([]);
    expect(await store.endedCases("a")).toEqual([]);
    expect(await casesOf(store, "b")).toHaveLength(3);
  });

  test("lets the one who holds a run lock it again", async () => {
    const store = await newStore();
    expect(await store.lock("run-1")).toBe(true);
    expect(await store.lock("run-1")).toBe(true);
    expect(await store.lock("run-2")).toBe(true);
    await store.unlock("run-1");
    await store.unlock("run-1");
    expect(await store.lock("run-1")).toBe(true);
  });
}
