import { expect, test } from "vitest";
import type { RunEvent } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";
import { aRunEnd, aRunStart, caseEvents } from "../builders.ts";
import { appendAll, interleave, type NewStore } from "./run-store-journal.ts";

/** The journal page by page, for whoever watches a run. */
export function testJournal(newStore: NewStore): void {
  test("gives a run's events in the order they were appended, page by page", async () => {
    const own = [aRunStart(), ...caseEvents({ index: 1, evalId: "b" }), ...caseEvents(), aRunEnd()];
    const store = await newStore(interleave([own, otherRun()]));
    expect(await watched(store, { limit: 3 })).toEqual(own);
    expect(await watched(store, { limit: 1 })).toEqual(own);
    expect(await watched(store, { limit: 1000 })).toEqual(own);
  });

  test("goes on after the place where a watcher stopped, whoever writes beside it", async () => {
    const store = await newStore([aRunStart(), ...otherRun()]);
    const first = await store.eventsSince("run-1", 0, 10);
    expect(await store.eventsSince("run-1", first.seq, 10)).toEqual({ events: [], seq: first.seq });
    await appendAll(store, otherRun("run-3"));
    expect(await store.eventsSince("run-1", first.seq, 10)).toEqual({ events: [], seq: first.seq });
    await appendAll(store, interleave([caseEvents(), otherRun("run-4")]));
    const { events } = await store.eventsSince("run-1", first.seq, 10);
    expect(events.map(({ event }) => event)).toEqual(caseEvents());
    // a second watcher begins at the beginning
    expect(await watched(store, { limit: 2 })).toEqual([aRunStart(), ...caseEvents()]);
  });

  test("never gives a place twice, also after the newest run was removed", async () => {
    const store = await newStore([aRunStart(), ...otherRun()]);
    const { seq } = await store.eventsSince("run-1", 0, 10);
    await store.eventsSince("run-1", seq, 10);
    const before = await store.position();
    await store.remove("run-2");
    expect(await store.position()).toBeGreaterThanOrEqual(before);
    await appendAll(store, caseEvents());
    const { events } = await store.eventsSince("run-1", seq, 10);
    expect(events.map(({ event }) => event)).toEqual(caseEvents());
    expect(events.every((each) => each.seq > before)).toBe(true);
    expect(await store.list()).toHaveLength(1);
  });

  test("says that the journal went on, and nothing of runs that it has not", async () => {
    const store = await newStore();
    expect(await store.position()).toBe(0);
    expect(await store.eventsSince("nope", 0, 10)).toEqual({ events: [], seq: 0 });
    await store.append(aRunStart());
    const begun = await store.position();
    expect(begun).toBeGreaterThan(0);
    await store.append(aRunEnd());
    expect(await store.position()).toBeGreaterThan(begun);
    expect(await watched(store, { limit: 1 })).toEqual([aRunStart(), aRunEnd()]);
  });
}

function otherRun(runId = "run-2"): readonly RunEvent[] {
  return [aRunStart({ runId }), ...caseEvents({ runId }), aRunEnd({ runId })];
}

/** Everything of a run, as a watcher reads it from the beginning. */
async function watched(store: RunStore, { limit }: { limit: number }): Promise<RunEvent[]> {
  const seen: RunEvent[] = [];
  let seq = 0;
  for (;;) {
    const page = await store.eventsSince("run-1", seq, limit);
    if (page.seq === seq) return seen;
    seen.push(...page.events.map(({ event }) => event));
    seq = page.seq;
  }
}
