import { afterEach, describe, expect, test } from "vitest";
import type { RunEvent } from "../core/run.ts";
import type { RunStore } from "../core/run-store.ts";
import {
  aCaseEnd,
  aCaseStart,
  anInvocation,
  aRunEnd,
  aRunSet,
  aRunStart,
  aTurnEnd,
  caseEvents,
} from "./builders.ts";

interface RunStoreContract {
  /** Opens another store on the same journal, for stores that outlive their process. */
  readonly openAgain?: (store: RunStore) => Promise<RunStore>;
}

/** Every store passes the same tests. A new store's test file is one call to this. */
export function describeRunStore(
  name: string,
  makeStore: () => Promise<RunStore>,
  { openAgain }: RunStoreContract = {},
): void {
  const open: RunStore[] = [];
  async function newStore(events: readonly RunEvent[] = []): Promise<RunStore> {
    const store = await makeStore();
    open.push(store);
    await appendAll(store, events);
    return store;
  }
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close();
  });

  describe(`${name} keeps the RunStore contract`, () => {
    test("knows nothing of a run it has never seen", async () => {
      const store = await newStore();
      expect(await store.list()).toEqual([]);
      expect(await store.runEvents("nope")).toEqual([]);
      expect(await store.endedCases("nope")).toEqual([]);
      expect(await casesOf(store, "nope")).toEqual([]);
      await store.remove("nope");
      await store.flush();
    });

    test("gives back what was appended", async () => {
      const events = [aRunStart(), ...caseEvents(), aRunEnd()];
      const store = await newStore(events);
      expect(await store.runEvents("run-1")).toEqual([events[0], events.at(-1)]);
      expect(await casesOf(store)).toEqual(events.slice(1, -1));
    });

    test("has an event when its append resolves, in the order of appending", async () => {
      const store = await newStore();
      const appended = Array.from({ length: 2000 }, (_, turn) => aTurnEnd({ turn }));
      const finished: number[] = [];
      const appends = appended.map((event) =>
        store.append(event).then(() => finished.push(event.turn)),
      );
      await appends[100];
      expect((await casesOf(store)).length).toBeGreaterThan(100);
      await store.flush();
      await Promise.all(appends);
      expect(finished).toEqual(appended.map((event) => event.turn));
      expect(await casesOf(store)).toEqual(appended);
    });

    test("has everything when flush resolves", async () => {
      const store = await newStore();
      const appends = caseEvents().map((event) => store.append(event));
      await store.flush();
      expect(await casesOf(store)).toHaveLength(3);
      await Promise.all(appends);
    });

    test("keeps an event as it was when it was appended", async () => {
      const store = await newStore();
      const state = { light: "on" };
      const append = store.append(aTurnEnd({ state }));
      state.light = "off";
      await append;
      expect(await casesOf(store)).toMatchObject([{ state: { light: "on" } }]);
    });

    test("tells cases in plan order whatever order they ran in", async () => {
      const of = (index: number, trial: number) => ({ evalId: `case-${index}`, index, trial });
      const [a0, a1, b0, b1, c0, c1] = [0, 1, 10].flatMap((index) => [
        caseEvents(of(index, 0)),
        caseEvents(of(index, 1)),
      ]);
      const ran = interleave([c1, b0, a1, c0, b1, a0].map((events) => events ?? []));
      const store = await newStore([aRunStart({ trials: 2 }), ...ran, aRunEnd()]);
      expect(await casesOf(store)).toEqual([a0, a1, b0, b1, c0, c1].flat());
    });

    test("keeps the journal's order within a conversation that began again", async () => {
      const first = [aCaseStart({ sessionId: "one" }), aTurnEnd({ turn: 0 })];
      const again = [
        aCaseStart({ sessionId: "two" }),
        aTurnEnd({ turn: 0, invocation: anInvocation({ answer: "again" }) }),
        aCaseEnd({ restarted: true }),
      ];
      const other = caseEvents({ evalId: "case-0", index: -1 });
      const store = await newStore([aRunStart(), ...first, ...other, ...again]);
      expect(await casesOf(store)).toEqual([...other, ...first, ...again]);
    });

    test("can be read while it is written", async () => {
      const store = await newStore(caseEvents());
      const seen: string[] = [];
      for await (const event of store.caseEvents("run-1")) {
        seen.push(event.type);
        await store.append(aTurnEnd({ index: 5, turn: seen.length }));
        if (seen.length === 3) break;
      }
      expect(seen).toEqual(["case-start", "turn-end", "case-end"]);
      expect(await casesOf(store)).toHaveLength(6);
    });

    test("tells which conversations have ended and how", async () => {
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
      const others = [
        { trial: 1 },
        { evalId: "other" },
        { evalSetId: "other" },
        { runId: "run-2" },
      ];
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
        { runId: "c", startedAt: "2026-11-17T10:00:00.000Z", agent: "agent-1", kind: "eval" },
        { runId: "a", startedAt: "2026-11-15T10:00:00.000Z", agent: "agent-1", kind: "score" },
        {
          runId: "b",
          startedAt: "2026-11-16T10:00:00.000Z",
          agent: "lights",
          kind: "eval",
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

    test("keeps texts of every kind", async () => {
      const odd = [
        "",
        "\0",
        "\ufeffbom",
        "\u202ertl",
        "👩‍👩‍👧",
        "e\u0301",
        "'; DROP TABLE events; --",
      ];
      for (const [index, text] of odd.entries()) {
        const store = await newStore();
        const evalId = `case ${text}`;
        const invocation = anInvocation({ user: text, answer: text });
        await appendAll(store, caseEvents({ evalId, index, invocations: [invocation] }));
        expect(await casesOf(store)).toMatchObject([{ evalId }, { invocation }, { evalId }]);
        expect(await store.endedCases("run-1")).toMatchObject([{ evalId }]);
      }
    });

    test("keeps a lone surrogate, or replaces it once and for all", async () => {
      const store = await newStore([aTurnEnd({ output: "half \ud83d of it" })]);
      const [first] = await casesOf(store);
      expect(["half \ud83d of it", "half \ufffd of it"]).toContain(
        first?.type === "turn-end" ? first.output : undefined,
      );
      await appendAll(store, first === undefined ? [] : [first]);
      const [, second] = await casesOf(store);
      expect(second).toEqual(first);
    });

    test("tells ended cases apart by ids with lone surrogates", async () => {
      const ids = ["half \ud83d", "half \ud83e", "half \ufffd"];
      const store = await newStore(
        ids.flatMap((evalId, index) => caseEvents({ evalId, index, evalSetId: evalId })),
      );
      expect((await store.endedCases("run-1")).map((ended) => ended.evalId)).toEqual(ids);
    });

    test("keeps integers that no double holds", async () => {
      const id = JSON.rawJSON("12345678901234567890");
      const store = await newStore([aTurnEnd({ state: { id, small: 7, near: 9007199254740991 } })]);
      const [event] = await casesOf(store);
      expect(JSON.stringify(event)).toContain(
        '"state":{"id":12345678901234567890,"small":7,"near":9007199254740991}',
      );
    });

    test("keeps large events", async () => {
      const answer = "ä".repeat(1_000_000);
      const store = await newStore([aTurnEnd({ invocation: anInvocation({ answer }) })]);
      expect(await casesOf(store)).toMatchObject([{ invocation: anInvocation({ answer }) }]);
    });

    test("refuses what is not JSON and goes on", async () => {
      const store = await newStore();
      const endless: Record<string, unknown> = {};
      endless.self = endless;
      await expect(store.append(aTurnEnd({ state: endless }))).rejects.toThrow();
      await store.append(aTurnEnd());
      expect(await casesOf(store)).toHaveLength(1);
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
  });

  if (openAgain === undefined) return;
  describe(`${name} outlives the one who opened it`, () => {
    async function twoStores(): Promise<readonly [RunStore, RunStore]> {
      const one = await newStore([aRunStart(), ...caseEvents()]);
      const other = await openAgain?.(one);
      if (other === undefined) throw new Error("openAgain gave no store");
      open.push(other);
      return [one, other];
    }

    test("shows another store what is durable", async () => {
      const [one, other] = await twoStores();
      expect(await casesOf(other)).toEqual(await casesOf(one));
      expect(await other.list()).toEqual(await one.list());
    });

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
  });
}

async function appendAll(store: RunStore, events: readonly RunEvent[]): Promise<void> {
  const appends = events.map((event) => store.append(event));
  await store.flush();
  await Promise.all(appends);
}

function casesOf(store: RunStore, runId = "run-1"): Promise<readonly RunEvent[]> {
  return Array.fromAsync(store.caseEvents(runId));
}

/** One event of each list in turn, as conversations that run side by side journal them. */
function interleave(lists: readonly (readonly RunEvent[])[]): readonly RunEvent[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, place) =>
    lists.flatMap((list) => list.slice(place, place + 1)),
  ).flat();
}
