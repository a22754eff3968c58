import { expect, test } from "vitest";
import type { PageOfCases, RunStore } from "../../core/run-store.ts";
import { aCaseEnd, aRunEnd, aRunStart, caseEvents } from "../builders.ts";
import { interleave, type NewStore } from "./run-store-journal.ts";

/** Some cases without the others, for whoever looks at the first of many. */
export function testCasePages(newStore: NewStore): void {
  test("gives all events of a page of cases in the order of the journal, and counts the others", async () => {
    const trials = (evalId: string, index: number) =>
      interleave([
        caseEvents({ evalId, index, trial: 1 }),
        caseEvents({ evalId, index, trial: 0, end: { status: "failed" } }),
      ]);
    const [a, b, c] = [trials("a", 4), trials("b", 7), trials("c", 90)];
    const store = await newStore([
      aRunStart(),
      ...interleave([c, a, b, [aRunStart({ runId: "run-2" }), ...caseEvents({ runId: "run-2" })]]),
      aRunEnd(),
    ]);
    if (store.casePage === undefined) return;
    const pages: readonly (readonly [PageOfCases, cases: readonly string[]])[] = [
      [{ offset: 0, limit: 2 }, ["a", "b"]],
      [{ offset: 2, limit: 2 }, ["c"]],
      [{ offset: 0, limit: 9 }, ["a", "b", "c"]],
      [{ offset: 3, limit: 9 }, []],
    ];
    const whole = await store.eventsSince("run-1", 0, 1000);
    for (const [page, cases] of pages) {
      const events = whole.events
        .map(({ event }) => event)
        .filter((event) => !("evalId" in event) || cases.includes(event.evalId));
      const expected = { events, cases: cases.length, count: 3, seq: whole.seq };
      expect(await store.casePage("run-1", page)).toEqual(expected);
    }
  });

  test("gives no end that was opened again, and nothing of a run that is not there", async () => {
    const store = await newStore([aRunStart(), ...caseEvents()]);
    if (store.casePage === undefined) return;
    await store.reopen("run-1", aCaseEnd());
    expect(await typesOf(store)).toEqual(["run-start", "case-start", "turn-end"]);
    await store.append(aCaseEnd({ status: "failed" }));
    expect(await typesOf(store)).toEqual(["run-start", "case-start", "turn-end", "case-end"]);
    expect(await store.casePage("nope", { offset: 0, limit: 9 })).toBeUndefined();
  });
}

async function typesOf(store: RunStore) {
  const page = await store.casePage?.("run-1", { offset: 0, limit: 9 });
  return page?.events.map(({ type }) => type);
}
