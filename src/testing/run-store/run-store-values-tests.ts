import { expect, test } from "vitest";
import type { CaseEndFigures } from "../../core/folds/case-end-figures.ts";
import { aCaseEnd, aMetricResult, anInvocation, aTurnEnd, caseEvents } from "../builders.ts";
import { appendAll, casesOf, type NewStore } from "./run-store-journal.ts";

/** Whatever an event holds comes back as it was. */
export function testValues(newStore: NewStore): void {
  test("keeps an event as it was when it was appended", async () => {
    const store = await newStore();
    const state = { light: "on" };
    const append = store.append(aTurnEnd({ state }));
    state.light = "off";
    await append;
    expect(await casesOf(store)).toMatchObject([{ state: { light: "on" } }]);
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

  test.each([
    ["lone surrogates", ["half \ud83d", "half \ud83e", "half \ufffd"]],
    ["NUL", ["nul", "nul\0", "nul\0a", "nul\0b", "nul\0\ud83d", "nul\0\ufffd"]],
  ])("tells ended cases apart by ids with %s", async (_, ids) => {
    const store = await newStore(
      ids.flatMap((evalId, index) => caseEvents({ evalId, index, evalSetId: evalId })),
    );
    expect((await store.endedCases("run-1")).map((ended) => ended.evalId)).toEqual(ids);
  });

  test("gives the same figures by the short way as by the whole events", async () => {
    const odd = ["\0gap 1", "half \ud83d", 'a "quoted" one', "\n", "12345678901234567890"];
    const ids = [...odd, ...Array.from({ length: 300 }, (_, index) => `case ${index}`)];
    const store = await newStore(
      ids.flatMap((evalId, index) => {
        const score = index % 7 === 0 ? undefined : index / 300;
        const status = index % 3 === 0 ? "failed" : "passed";
        return [
          aCaseEnd({
            evalSetId: "\0gap 2",
            evalId,
            index,
            status,
            reason: index % 5 === 0 ? "agent-error" : undefined,
            cluster: index % 2 === 0 ? `film ${index % 4}` : undefined,
            metrics: [aMetricResult({ score, status }), aMetricResult({ name: "other", score })],
          }),
        ];
      }),
    );
    if (store.caseEnds === undefined) return;
    const ends = [];
    for await (const batch of store.caseEnds("run-1")) ends.push(...batch);
    const whole = (await casesOf(store)).filter((event) => event.type === "case-end");
    expect(ends.map(figuresOf)).toEqual(whole.map(figuresOf));
    expect(ends).toHaveLength(ids.length);
    if (store.wholeCaseEnds === undefined) return;
    const wholeEnds = [];
    for await (const batch of store.wholeCaseEnds("run-1")) wholeEnds.push(...batch);
    expect(wholeEnds).toEqual(whole);
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
}

function figuresOf(end: CaseEndFigures): CaseEndFigures {
  const { evalSetId, evalId, trial, index, status, reason, cluster, duration } = end;
  const metrics = end.metrics.map(({ name, status: said, direction, threshold, score }) => ({
    name,
    status: said,
    direction,
    threshold,
    score,
  }));
  return { evalSetId, evalId, trial, index, status, reason, cluster, duration, metrics };
}
