import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { postgresDatabase } from "../../../../../tests/postgres-database.ts";
import type { CallEndEvent, RunEvent } from "../../../../core/run.ts";
import type { RunStore } from "../../../../core/run-store.ts";
import { postgresStore } from "../../../../stores/postgres/postgres-store.ts";
import { sqliteStore } from "../../../../stores/sqlite/sqlite-store.ts";
import {
  aCaseEnd,
  aCaseStart,
  aMetricResult,
  anEvalCase,
  anInvocation,
  aRunEnd,
  aRunSet,
  aRunStart,
  aTurnEnd,
} from "../../../../testing/builders.ts";
import { temporaryFolder } from "../../../../testing/temporary-folder.ts";
import type { ServerParts } from "../../server-parts.ts";
import { runViews } from "../run-views.ts";
import { runCases } from "./run-cases.ts";

const metrics = ["first", "second", "third"];
const status = fc.constantFrom("passed", "failed", "not-evaluated");

/** A conversation that may have begun twice, asked a judge, ended, or only some of that. */
const conversation = fc.record({
  turns: fc.nat({ max: 2 }),
  restarted: fc.boolean(),
  calls: fc.nat({ max: 2 }),
  seconds: fc.option(fc.nat({ max: 9 }), { nil: undefined }),
  tokens: fc.option(fc.nat({ max: 900 }), { nil: undefined }),
  end: fc.option(
    fc.record({
      status,
      measured: fc.subarray(metrics),
      score: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
      reason: fc.constantFrom("agent-error", "timeout", undefined),
      cluster: fc.constantFrom("one", undefined),
    }),
    { nil: undefined },
  ),
});

type Conversation = typeof conversation extends fc.Arbitrary<infer T> ? T : never;

const runs = fc.record({
  trials: fc.integer({ min: 1, max: 3 }),
  require: fc.constantFrom("pooled", "mean", "all", "any"),
  // what is in quarantine or was never run has no conversation
  cases: fc.array(fc.option(fc.array(conversation, { minLength: 3, maxLength: 3 })), {
    minLength: 1,
    maxLength: 6,
  }),
  resumed: fc.boolean(),
  rescored: fc.boolean(),
  ended: fc.boolean(),
  order: fc.infiniteStream(fc.nat()),
});

type Run = typeof runs extends fc.Arbitrary<infer T> ? T : never;

function conversationEvents(given: Conversation, index: number, trial: number) {
  const set = index % 2 === 0 ? "set-1" : "set-2";
  const key = { evalSetId: set, evalId: `case ${index}`, index, trial };
  const { turns, restarted, calls, seconds, tokens, end } = given;
  const tags = index % 3 === 0 ? undefined : [`tag ${index % 3}`];
  const evalCase = anEvalCase({ evalId: key.evalId, ...(tags && { assay: { tags } }) });
  const score = end?.score === undefined ? undefined : end.score / 4;
  const turn = (attempt: string, at: number) =>
    aTurnEnd({
      ...key,
      turn: at,
      invocation: anInvocation({
        invocationId: `${attempt} ${index} ${trial} ${at}`,
        duration: seconds,
        calls: [{ name: `tool ${at}`, args: {} }],
        ...(tokens !== undefined && { usage: { totalTokens: tokens } }),
      }),
    });
  const events: RunEvent[] = [aCaseStart({ ...key, at: "2026-11-16T10:00:00.000Z", evalCase })];
  if (restarted) {
    events.push(turn("first", 0), aCaseStart({ ...key, at: "2026-11-16T10:00:01.000Z", evalCase }));
  }
  for (let at = 0; at < turns; at += 1) events.push(turn("second", at));
  for (let at = 0; at < calls; at += 1)
    events.push({ ...judgeCall, ...key, callKey: `call ${at}` });
  if (end === undefined) return events;
  const results = end.measured.map((name, place) =>
    aMetricResult({ name, status: place === 0 ? end.status : "passed", score, perInvocation: [] }),
  );
  const { cluster, reason } = end;
  events.push(aCaseEnd({ ...key, turns, status: end.status, cluster, reason, metrics: results }));
  return events;
}

const judgeCall: Omit<CallEndEvent, "evalSetId" | "evalId" | "index" | "trial" | "callKey"> = {
  type: "call-end",
  runId: "run-1",
  role: "judge",
  model: "m",
  turn: 0,
  step: "s",
  sample: 0,
  reply: { text: "yes", finish: "stop", usage: { input: 3, output: 2 } },
  milliseconds: 1,
  cost: 0.25,
};

function eventsOf(run: Run): readonly RunEvent[] {
  const { cases, trials, require, rescored, resumed, ended, order } = run;
  const config = {
    metrics: metrics.map(
      (name) => ({ name, version: 1, threshold: 1, direction: "higher" }) as const,
    ),
  };
  const sets = ["set-1", "set-2"].map((evalSetId) =>
    aRunSet({ evalSetId, caseCount: cases.length, config }),
  );
  const waiting = cases.flatMap((all, index) =>
    (all ?? []).slice(0, trials).map((each, trial) => [...conversationEvents(each, index, trial)]),
  );
  // several at a time, as they run
  const events: RunEvent[] = [];
  while (waiting.length > 0) {
    const at = order.next().value % waiting.length;
    const next = waiting[at]?.shift();
    if (next === undefined) waiting.splice(at, 1);
    else events.push(next);
  }
  const half = Math.floor(events.length / 2);
  const again = { type: "run-resume", runId: "run-1", at: "2026-11-16T10:00:04.000Z" } as const;
  return [
    aRunStart({ sets, trials, require, kind: rescored ? "score" : "eval" }),
    ...events.slice(0, half),
    ...(resumed ? [aRunEnd({ status: "interrupted" }), again] : []),
    ...events.slice(half),
    ...(ended ? [aRunEnd({ at: "2026-11-16T10:00:05.000Z" })] : []),
  ];
}

const opened: RunStore[] = [];
afterAll(async () => {
  for (const store of opened) await store.close();
});

function keep(store: RunStore): RunStore {
  opened.push(store);
  return store;
}

/** What the route answers, by a server that may have opened the run before. */
async function pageOf(
  store: RunStore,
  runId: string,
  at: { offset: number; limit: number; isHeld: boolean },
) {
  const views = runViews(store);
  if (at.isHeld) await views.open(runId);
  const glanced = at.isHeld ? undefined : await runViews(store).glance(runId, at);
  let tag = "";
  const reply = await runCases.handle({
    params: { run: runId },
    query: { offset: at.offset, limit: at.limit, sort: "plan" },
    body: undefined,
    parts: { runs: store, views, cwd: "." } as ServerParts,
    who: {} as never,
    signal: new AbortController().signal,
    ifMatch: undefined,
    setTag: (given) => {
      tag = given;
    },
  });
  return { reply, tag, isAlone: glanced !== undefined };
}

test.each([
  ["SQLite", 60, async () => sqliteStore(join(temporaryFolder(), "assay.db"))],
  ["PostgreSQL", 15, async () => postgresStore(await postgresDatabase())],
])(
  "a page of cases is the same read alone from %s and folded from the whole run",
  async (_, numRuns, open) => {
    const store = keep(await open());
    let number = 0;
    let alone = 0;
    const property = fc.asyncProperty(
      runs,
      fc.nat({ max: 4 }),
      fc.integer({ min: 1, max: 6 }),
      async (run, offset, limit) => {
        number += 1;
        const runId = `run-${number}`;
        await Promise.all(eventsOf(run).map((event) => store.append({ ...event, runId })));
        const cold = await pageOf(store, runId, { offset, limit, isHeld: false });
        const held = await pageOf(store, runId, { offset, limit, isHeld: true });
        expect(cold.reply).toEqual(held.reply);
        expect(cold.tag).toBe(held.tag);
        expect(cold.isAlone).toBe(!run.resumed);
        if (cold.isAlone) alone += 1;
      },
    );
    await fc.assert(property, { numRuns });
    expect(alone).toBeGreaterThan(0);
  },
);

test("a run with a case that cannot be read is told of whole", async () => {
  const path = join(temporaryFolder(), "assay.db");
  const store = keep(sqliteStore({ path, onDamage: () => {} }));
  const sets = [aRunSet({ caseCount: 2 })];
  const start = (index: number) => aCaseStart({ evalId: `case ${index}`, index });
  for (const event of [aRunStart({ sets }), start(0), start(1)]) await store.append(event);
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(path);
  database.exec("UPDATE events SET body = replace(body, 'session', 'lesson') WHERE case_index = 0");
  database.close();
  const { reply, isAlone } = await pageOf(store, "run-1", { offset: 0, limit: 9, isHeld: false });
  expect(isAlone).toBe(false);
  expect(reply).toMatchObject({ count: 1, rows: [{ evalId: "case 1" }] });
});
