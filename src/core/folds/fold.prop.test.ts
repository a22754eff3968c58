import fc from "fast-check";
import { expect, test } from "vitest";
import {
  aCaseEnd,
  aCaseStart,
  aMetricResult,
  anInvocation,
  aRunEnd,
  aRunSet,
  aRunStart,
  aTurnEnd,
} from "../../testing/builders.ts";
import type { CallEndEvent, CaseResult, RunEvent } from "../run.ts";
import { caseFold } from "./case-result.ts";
import { runFold } from "./run-summary.ts";

const AT = (second: number) => `2026-11-16T10:00:${String(second).padStart(2, "0")}.000Z`;

function aCallEnd(evalId: string, callKey: string): CallEndEvent {
  return {
    type: "call-end",
    runId: "run-1",
    evalSetId: "set-1",
    evalId,
    trial: 0,
    index: 0,
    callKey,
    role: "judge",
    model: "m",
    turn: 0,
    step: "s",
    sample: 0,
    reply: { text: "yes", finish: "stop", usage: { input: 3, output: 2 } },
    milliseconds: 1,
    cost: 0.25,
  };
}

const call = { name: "look", args: {} };

/** A conversation of some turns that may have begun again, may have asked a judge and may have ended. */
const conversation = fc.record({
  before: fc.nat({ max: 2 }),
  turns: fc.nat({ max: 3 }),
  restarted: fc.boolean(),
  calls: fc.nat({ max: 2 }),
  ended: fc.boolean(),
  passed: fc.boolean(),
});

type Conversation = typeof conversation extends fc.Arbitrary<infer T> ? T : never;

function eventsOf(given: Conversation, index: number, trial: number): readonly RunEvent[] {
  const key = { evalId: `case-${index}`, index, trial };
  const { before, turns, restarted, calls, ended, passed } = given;
  const turn = (attempt: string, at: number) =>
    aTurnEnd({
      ...key,
      turn: at,
      invocation: anInvocation({
        invocationId: `${attempt}-${key.evalId}-${trial}-${at}`,
        calls: Array(at + 1).fill(call),
      }),
    });
  const status = passed ? "passed" : "failed";
  return [
    aCaseStart({ ...key, at: AT(1) }),
    ...(restarted ? Array.from({ length: before }, (_, at) => turn("first", at)) : []),
    ...(restarted ? [aCaseStart({ ...key, at: AT(2) })] : []),
    ...Array.from({ length: turns }, (_, at) => turn("second", at)),
    ...Array.from({ length: calls }, (_, at) => aCallEnd(key.evalId, `${index} ${trial} ${at}`)),
    ...(ended
      ? [
          aCaseEnd({
            ...key,
            status,
            turns,
            metrics: [aMetricResult({ status, score: index / 3 })],
          }),
        ]
      : []),
  ];
}

const streams = fc
  .record({
    trials: fc.integer({ min: 1, max: 2 }),
    cases: fc.array(fc.array(conversation, { minLength: 2, maxLength: 2 }), {
      minLength: 1,
      maxLength: 4,
    }),
    resumed: fc.boolean(),
  })
  .map(({ trials, cases, resumed }): readonly RunEvent[] => {
    const sets = [aRunSet({ caseCount: cases.length })];
    const middle = cases.flatMap((conversations, index) =>
      conversations.slice(0, trials).flatMap((each, trial) => eventsOf(each, index, trial)),
    );
    const half = Math.floor(middle.length / 2);
    return [
      aRunStart({ sets, trials, at: AT(0) }),
      ...middle.slice(0, half),
      ...(resumed
        ? [
            aRunEnd({ at: AT(3), status: "interrupted" }),
            { type: "run-resume", runId: "run-1", at: AT(4) } as const,
          ]
        : []),
      ...middle.slice(half),
      aRunEnd({ at: AT(5) }),
    ];
  });

function summaryOf(events: readonly RunEvent[]) {
  const run = runFold();
  for (const event of events) run.apply(event);
  const { sets, ...summary } = run.summary();
  return { ...summary, sets: [...sets] };
}

function resultsOf(events: readonly RunEvent[]): readonly CaseResult[] {
  const fold = caseFold();
  return events.flatMap((event) => fold.apply(event) ?? []);
}

/** After each event, the stream again from some earlier place. */
const repeated = fc
  .tuple(streams, fc.infiniteStream(fc.nat({ max: 1_000 })))
  .map(([events, random]): { once: readonly RunEvent[]; again: readonly RunEvent[] } => {
    const again: RunEvent[] = [];
    for (const [place, event] of events.entries()) {
      again.push(event);
      const drawn = random.next().value;
      if (drawn % 3 !== 0) continue;
      const from = drawn % (place + 1);
      again.push(...events.slice(from, place + 1));
    }
    return { once: events, again };
  });

const prefixed = fc
  .tuple(streams, fc.nat({ max: 60 }), fc.nat({ max: 60 }))
  .map(([events, at, length]) => {
    const place = at % (events.length + 1);
    const prefix = events.slice(0, Math.min(place, length));
    return { once: events, again: [...events.slice(0, place), ...prefix, ...events.slice(place)] };
  });

test.each([
  ["any piece of the stream again", repeated],
  ["any prefix again", prefixed],
] as const)("%s changes neither the summary nor the results", (_, streamsAgain) => {
  fc.assert(
    fc.property(streamsAgain, ({ once, again }) => {
      expect(summaryOf(again)).toEqual(summaryOf(once));
      expect(resultsOf(again)).toEqual(resultsOf(once));
    }),
  );
});

test("counts reconcile and are never negative, whatever ends how often", () => {
  const ends = fc.array(fc.record({ index: fc.nat({ max: 6 }), trial: fc.nat({ max: 1 }) }), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(ends, fc.integer({ min: 1, max: 3 }), (all, caseCount) => {
      const start = aRunStart({ sets: [aRunSet({ caseCount })] });
      const { totals } = summaryOf([
        start,
        ...all.map((each) => aCaseEnd({ ...each, evalId: `case-${each.index}`, trial: 0 })),
      ]);
      expect(Math.min(...Object.values(totals))).toBeGreaterThanOrEqual(0);
      expect(totals.passed + totals.failed + totals.notEvaluated).toBe(totals.cases);
    }),
  );
});

test("a case that ended twice is counted once, by its first end", () => {
  const start = aRunStart({ sets: [aRunSet({ caseCount: 2 })] });
  const { totals, conversations } = summaryOf([
    start,
    aCaseEnd({ status: "passed" }),
    aCaseEnd({ status: "failed" }),
  ]);
  expect(totals).toMatchObject({ cases: 2, passed: 1, failed: 0, notRun: 1 });
  expect(conversations).toEqual({ ended: 1, planned: 2 });
});
