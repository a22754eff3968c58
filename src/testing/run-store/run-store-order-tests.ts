import { expect, test } from "vitest";
import type { RunEvent } from "../../core/run.ts";
import {
  aCaseEnd,
  aCaseStart,
  anInvocation,
  aRunEnd,
  aRunStart,
  aTurnEnd,
  caseEvents,
} from "../builders.ts";
import { casesOf, interleave, type NewStore } from "./run-store-journal.ts";

/** What is appended is there, whole and in its order. */
export function testOrder(newStore: NewStore): void {
  test("knows nothing of a run it has never seen", async () => {
    const store = await newStore();
    expect(await store.list()).toEqual([]);
    expect(await store.runEvents("nope")).toEqual([]);
    expect(await store.endedCases("nope")).toEqual([]);
    expect(await casesOf(store, "nope")).toEqual([]);
    await store.remove("nope");
    await store.flush();
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

  test("gives cases in plan order whatever order they ran in", async () => {
    const of = (index: number, trial: number) => ({ evalId: `case-${index}`, index, trial });
    const [a0, a1, b0, b1, c0, c1] = [0, 1, 10].flatMap((index) => [
      caseEvents(of(index, 0)),
      caseEvents(of(index, 1)),
    ]);
    const ran = interleave([c1, b0, a1, c0, b1, a0].map((events) => events ?? []));
    const store = await newStore([aRunStart({ trials: 2 }), ...ran, aRunEnd()]);
    expect(await casesOf(store)).toEqual([a0, a1, b0, b1, c0, c1].flat());
  });

  test("gives what is asked of single cases, in plan order, and perhaps more", async () => {
    const of = (index: number) => caseEvents({ evalId: `case-${index}`, index });
    const store = await newStore([aRunStart(), ...of(2), ...of(0), ...of(1), aRunEnd()]);
    const isWanted = (event: RunEvent) => "index" in event && event.index !== 1;
    const some = await Array.fromAsync(store.caseEvents("run-1", { indexes: [2, 0] }));
    expect(some.filter(isWanted)).toEqual([...of(0), ...of(2)]);
    const starts = await Array.fromAsync(store.caseEvents("run-1", { type: "case-start" }));
    expect(starts.filter(({ type }) => type === "case-start")).toHaveLength(3);
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
}
