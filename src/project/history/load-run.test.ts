import { expect, test } from "vitest";
import type { RunEvent } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import {
  aCaseEnd,
  aCaseStart,
  anInvocation,
  aRunEnd,
  aRunSet,
  aRunStart,
  aTurnEnd,
  caseEvents,
} from "../../testing/builders.ts";
import { findRun } from "./finding/find-run.ts";
import { loadRun } from "./load-run.ts";

async function storeWith(events: readonly RunEvent[]): Promise<RunStore> {
  const store = memoryStore();
  for (const event of events) await store.append(event);
  return store;
}

function storeWithRuns(...ids: readonly string[]): Promise<RunStore> {
  return storeWith(
    ids.map((runId, day) => aRunStart({ runId, at: `2026-11-1${day}T00:00:00.000Z` })),
  );
}

test("a run reads back as it was reported", async () => {
  const store = await storeWith([
    aRunStart({ sets: [aRunSet({ caseCount: 3 })] }),
    ...caseEvents({ evalId: "b", index: 1, end: { status: "failed" } }),
    ...caseEvents({ evalId: "a", index: 0 }),
    aRunEnd({ status: "interrupted" }),
  ]);
  const { summary, cases } = await loadRun(store, "run-1");
  expect(summary.totals).toMatchObject({ cases: 3, passed: 1, failed: 1, notEvaluated: 1 });
  expect(summary.end?.status).toBe("interrupted");
  const results = await Array.fromAsync(cases());
  expect(results.map(({ evalId, status }) => [evalId, status])).toEqual([
    ["a", "passed"],
    ["b", "failed"],
  ]);
  expect(await Array.fromAsync(cases())).toEqual(results);
});

test("a conversation that began again counts once, with its last turns", async () => {
  const call = { name: "look", args: {} };
  const store = await storeWith([
    aRunStart(),
    aCaseStart(),
    aTurnEnd({ invocation: anInvocation({ answer: "first", calls: [call] }) }),
    { type: "run-resume", runId: "run-1", at: "2026-11-16T03:00:00.000Z" },
    aCaseStart(),
    aTurnEnd({ invocation: anInvocation({ answer: "second", calls: [call] }) }),
    aCaseEnd({ restarted: true }),
    aRunEnd(),
  ]);
  const { summary, cases } = await loadRun(store, "run-1");
  expect(summary).toMatchObject({ toolCalls: 1, resumes: 1, totals: { cases: 1, passed: 1 } });
  expect(await Array.fromAsync(cases())).toMatchObject([
    { restarted: true, invocations: [{ finalResponse: { parts: [{ text: "second" }] } }] },
  ]);
});

test("a conversation that ended twice counts once, as it was first reported", async () => {
  const store = await storeWith([
    aRunStart(),
    ...caseEvents({ end: { status: "failed" } }),
    ...caseEvents({ end: { status: "passed" } }),
  ]);
  const { summary, cases } = await loadRun(store, "run-1");
  expect(summary.totals).toMatchObject({ cases: 1, failed: 1, passed: 0 });
  expect(await Array.fromAsync(cases())).toHaveLength(1);
});

test("a conversation without its beginning is not counted as evaluated", async () => {
  const store = await storeWith([aRunStart(), ...caseEvents().slice(1), aRunEnd()]);
  const { summary } = await loadRun(store, "run-1");
  expect(summary.totals).toMatchObject({ passed: 0, notEvaluated: 1, notRun: 1 });
});

test("a run that is not there is reported", async () => {
  const store = await storeWithRuns("20261116-025312-4c1e9a");
  await expect(loadRun(store, "nope")).rejects.toMatchObject({ code: "run/not-found" });
});

test("the latest run is found by that word, and by none", async () => {
  const store = await storeWithRuns("a-1111aa", "b-2222bb");
  expect(await findRun(store, "latest")).toBe("b-2222bb");
  expect(await findRun(store)).toBe("b-2222bb");
});

test("a run is found by the beginning of its id or of its last part", async () => {
  const store = await storeWithRuns("20261116-025312-4c1e9a", "20261117-025312-9b0277");
  for (const text of ["20261116-025312-4c1e9a", "20261116", "4c1e", "4"]) {
    expect(await findRun(store, text)).toBe("20261116-025312-4c1e9a");
  }
});

test("two runs that begin alike are named apart", async () => {
  const store = await storeWithRuns("x-4c1e9a", "x-4c1e77");
  await expect(findRun(store, "4c1e")).rejects.toMatchObject({
    code: "run/not-found",
    message: '"4c1e" could be 2 runs.',
    hint: "Write more of the id: 4c1e7, 4c1e9.",
  });
});

test("an unknown run is answered with the nearest one", async () => {
  const store = await storeWithRuns("x-4c1e9a", "x-9b0277");
  await expect(findRun(store, "4c1d")).rejects.toMatchObject({
    message: 'There is no run "4c1d".',
    hint: "Did you mean 4c1e?",
  });
});

test("where there are no runs, the way to make one is reported", async () => {
  await expect(findRun(memoryStore(), "latest")).rejects.toMatchObject({
    message: "There are no runs here yet.",
  });
});
