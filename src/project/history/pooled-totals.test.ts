import { join } from "node:path";
import { expect, test } from "vitest";
import { sqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import {
  aCaseEnd,
  aMetricResult,
  aRunEnd,
  aRunSet,
  aRunStart,
  caseEvents,
} from "../../testing/builders.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { listRuns } from "./list-runs.ts";
import { loadRun } from "./load-run.ts";

const RESUME = { type: "run-resume", runId: "run-1", at: "2026-11-16T11:00:00.000Z" } as const;

function anEnd(evalId: string, trial: number, score: number) {
  const status = score === 1 ? ("passed" as const) : ("failed" as const);
  const metrics = [aMetricResult({ status, score })];
  return { evalId, index: evalId === "a" ? 0 : 1, trial, status, metrics };
}

function conversation(evalId: string, trial: number, score: number) {
  const { index, ...end } = anEnd(evalId, trial, score);
  return caseEvents({ evalId, trial, index, end });
}

async function storedRun() {
  const store = sqliteStore(join(temporaryFolder(), "assay.db"));
  const sets = [aRunSet({ caseCount: 3 })];
  const events = [
    aRunStart({ sets, trials: 2, require: "any" }),
    ...conversation("a", 0, 1),
    ...conversation("a", 1, 1),
    ...conversation("b", 0, 0),
    ...conversation("b", 1, 0),
    aRunEnd({ status: "interrupted" }),
  ];
  for (const event of events) await store.append(event);
  let reads = 0;
  const counted = {
    ...store,
    wholeCaseEnds(runId: string) {
      reads += 1;
      return store.wholeCaseEnds?.(runId) ?? (async function* () {})();
    },
  };
  return { store: counted, reads: () => reads };
}

test("a list counts cases over their trials as their run does, and reads its ends once", async () => {
  const { store, reads } = await storedRun();
  const listed = async () => (await listRuns(store, { limit: 5 })).runs[0]?.totals;
  const counts = { cases: 3, passed: 1, failed: 1, notEvaluated: 1, notRun: 1 };
  expect(await listed()).toEqual(counts);
  expect((await loadRun(store, "run-1")).summary.totals).toMatchObject(counts);
  expect(await listed()).toEqual(counts);
  expect(reads()).toBe(1);
  await store.close();
});

test("a list reads a run again that goes on, though as many conversations have passed", async () => {
  const { store } = await storedRun();
  const listed = async () => (await listRuns(store, { limit: 5 })).runs[0]?.totals;
  expect(await listed()).toMatchObject({ passed: 1, failed: 1 });
  await store.append(RESUME);
  expect(await listed()).toMatchObject({ passed: 1, failed: 1 });
  // as many conversations pass as before, and one case more
  for (const [evalId, score] of [
    ["a", 0],
    ["b", 1],
  ] as const) {
    const end = aCaseEnd(anEnd(evalId, 1, score));
    await store.reopen("run-1", end);
    await store.append(end);
  }
  expect(await listed()).toMatchObject({ passed: 2, failed: 0, notRun: 1 });
  await store.append(aRunEnd({ at: "2026-11-16T11:01:00.000Z" }));
  expect(await listed()).toMatchObject({ passed: 2, failed: 0, notRun: 1 });
  await store.close();
});
