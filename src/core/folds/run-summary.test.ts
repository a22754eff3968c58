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
import type { RunEvent } from "../run.ts";
import { countsAs } from "./case-row.ts";
import { exitCodeOf, runFold } from "./run-summary.ts";

function fold(events: readonly RunEvent[]) {
  const run = runFold();
  for (const event of events) run.apply(event);
  return run.summary();
}

const twoCases = aRunStart({ sets: [aRunSet({ caseCount: 2 })] });

test("counts reconcile, and a case that never ran is not evaluated", () => {
  const summary = fold([twoCases, aCaseEnd({ status: "passed" })]);
  expect(summary.totals).toEqual({
    cases: 2,
    passed: 1,
    failed: 0,
    notEvaluated: 1,
    flaky: 0,
    notRun: 1,
  });
  expect(exitCodeOf(summary)).toBe(3);
});

test.each([1, 2])("a case of %i trials keeps the cluster that it belongs to", (trials) => {
  const ends = Array.from({ length: trials }, (_, trial) =>
    aCaseEnd({ trial, status: "passed", cluster: "contract 7" }),
  );
  const { cases } = fold([aRunStart({ trials }), ...ends]);
  expect(cases).toMatchObject([{ evalId: "case-1", cluster: "contract 7" }]);
});

test("exit codes follow the cases, and an interruption is reported as one", () => {
  const ended = (status: "passed" | "failed" | "not-evaluated") => [
    aRunStart(),
    aCaseEnd({ status, metrics: [aMetricResult({ status })] }),
  ];
  expect(exitCodeOf(fold(ended("passed")))).toBe(0);
  expect(exitCodeOf(fold(ended("failed")))).toBe(1);
  expect(exitCodeOf(fold(ended("not-evaluated")))).toBe(3);
  expect(exitCodeOf(fold([...ended("passed"), aRunEnd({ status: "interrupted" })]))).toBe(130);
});

test("a case is counted once all of its trials have ended", () => {
  const start = aRunStart({ trials: 2 });
  const first = aCaseEnd({ trial: 0, index: 0, status: "passed" });
  const second = aCaseEnd({
    trial: 1,
    index: 1,
    status: "failed",
    reason: "agent-error",
    metrics: [],
  });
  expect(fold([start, first]).totals.notRun).toBe(1);
  expect(fold([start, second, first]).cases).toEqual([
    {
      evalSetId: "set-1",
      evalId: "case-1",
      index: 0,
      status: "failed",
      flaky: true,
      trials: 2,
      trialsPassed: 1,
      trialStatuses: ["passed", "failed"],
      reason: "agent-error",
    },
  ]);
});

test("the order in which cases end changes nothing", () => {
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: 1,
    maxLength: 8,
  });
  const runs = scores.chain((all) => {
    const ends = all.map((score, index) =>
      aCaseEnd({ index, evalId: `case-${index}`, metrics: [aMetricResult({ score })] }),
    );
    return fc.tuple(fc.constant(ends), fc.shuffledSubarray(ends, { minLength: ends.length }));
  });
  fc.assert(
    fc.property(runs, ([inOrder, shuffled]) => {
      const start = aRunStart({ sets: [aRunSet({ caseCount: inOrder.length })] });
      expect(fold([start, ...shuffled])).toEqual(fold([start, ...inOrder]));
    }),
  );
});

test("a metric that passed on only some turns does not count as passed", () => {
  const coverage = { scored: 1, of: 2 };
  expect(countsAs(aMetricResult({ status: "passed", coverage }))).toBe("not-evaluated");
  expect(countsAs(aMetricResult({ status: "failed", coverage }))).toBe("failed");
});

test("tool calls and resumes are counted", () => {
  const invocation = anInvocation({ calls: [{ name: "look" }, { name: "book" }] });
  const resumed: RunEvent = { type: "run-resume", runId: "run-1", at: "2026-11-16T00:00:00.000Z" };
  const stopped = aRunEnd({ status: "interrupted" });
  const again = [aCaseStart(), aTurnEnd({ invocation }), aCaseEnd()];
  const summary = fold([aRunStart(), aTurnEnd({ invocation }), stopped, resumed, ...again]);
  expect(summary).toMatchObject({ toolCalls: 2, resumes: 1, end: undefined });
});

test("calls of a turn that broke off are counted: they were made", () => {
  const partial = anInvocation({ calls: [{ name: "look" }] });
  const summary = fold([
    aRunStart(),
    aTurnEnd({ invocation: anInvocation({ calls: [{ name: "book" }] }) }),
    aCaseEnd({ status: "failed", reason: "agent-error", metrics: [], partial }),
  ]);
  expect(summary).toMatchObject({ toolCalls: 2 });
});
