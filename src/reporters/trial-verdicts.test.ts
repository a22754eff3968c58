import fc from "fast-check";
import { expect, test } from "vitest";
import { replay } from "../../tests/fixtures/reporters/replay.ts";
import type { MetricResult, RunEvent } from "../core/run.ts";
import type { TrialRule } from "../core/run-info.ts";
import { caseStatus } from "../core/verdict.ts";
import { aMetricResult, aRunEnd, aRunSet, aRunStart, caseEvents } from "../testing/builders.ts";

/** A case whose trials went as given. */
function aRun(trials: readonly MetricResult[], require: TrialRule = "pooled"): readonly RunEvent[] {
  return [
    aRunStart({ trials: trials.length, require, sets: [aRunSet({ caseCount: 1 })] }),
    ...trials.flatMap((metric, trial) =>
      caseEvents({ trial, end: { status: caseStatus([metric.status]), metrics: [metric] } }),
    ),
    aRunEnd(),
  ];
}

function scored(score: number): MetricResult {
  const status = score >= 0.5 ? "passed" : "failed";
  return aMetricResult({ score, threshold: 0.5, status });
}

test("the verdict of a case over its trials stands in the JSON report, with the spread of its scores", async () => {
  const { verdicts } = JSON.parse(
    await replay("json", aRun([scored(1), scored(0.4), scored(0.7)])),
  );
  expect(verdicts).toEqual([
    {
      evalSetId: "set-1",
      evalId: "case-1",
      status: "passed",
      flaky: true,
      trials: 3,
      trialsPassed: 2,
      metrics: [
        {
          name: "tool_trajectory_avg_score",
          status: "passed",
          score: expect.closeTo(0.7, 12),
          threshold: 0.5,
          trialScores: [1, 0.4, 0.7],
          min: 0.4,
          max: 1,
          standardDeviation: expect.closeTo(0.3, 12),
        },
      ],
      paths: [{ turns: [[]], trials: 3, passed: 2 }],
    },
  ]);
});

test("one trial has no deviation, and a metric without a score no spread", async () => {
  const [one] = JSON.parse(await replay("json", aRun([scored(1)]))).verdicts;
  expect(one.metrics[0]).toMatchObject({ min: 1, max: 1, standardDeviation: null });
  const silent = aMetricResult({ score: undefined, status: "not-evaluated", perInvocation: [] });
  const [none] = JSON.parse(await replay("json", aRun([silent, silent]))).verdicts;
  expect(none).toMatchObject({ status: "not-evaluated", trialsPassed: 0 });
  expect(none.metrics[0]).toMatchObject({ score: null, trialScores: [], min: null, max: null });
});

test("a single run judged by the mean of its turns reads as what its case came to", async () => {
  const perInvocation = [1, 1, 0.4].map((score) => ({ score }));
  const score = (1 + 1 + 0.4) / 3;
  const naive = aMetricResult({ score, threshold: 0.8, status: "failed", perInvocation });
  const text = await replay("terminal", aRun([naive], "mean"));
  expect(text).toContain("✓ case-1                     by the exact mean of its turns");
  expect(text).toContain("1 passed, 0 failed");
  expect(text).not.toContain("✗");
  expect(await replay("github", aRun([naive], "mean"))).not.toContain("::error");
  expect(await replay("terminal", aRun([naive]))).toContain("✗ case-1");
});

test("with trials the lines have one for each case", async () => {
  const lines = (await replay("jsonl", aRun([scored(1), scored(0)]))).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).type)).toEqual([
    "run",
    "case",
    "case",
    "verdict",
    "totals",
  ]);
});

const anyTrial = fc
  .record({
    score: fc.constantFrom(0, 0.4, 0.5, 1),
    own: fc.constantFrom("passed", "failed", undefined),
    isSilent: fc.boolean(),
  })
  .map(({ score, own, isSilent }) => {
    if (isSilent) {
      return aMetricResult({ score: undefined, status: "not-evaluated", perInvocation: [] });
    }
    const byScore = scored(score);
    const isOwn = own !== undefined && own !== byScore.status;
    return isOwn ? { ...byScore, status: own, decided: true } : byScore;
  });

test("JSON, JUnit and Markdown come to one verdict, which is that of the run", async () => {
  const rules = fc.constantFrom<TrialRule>("pooled", "mean", "all", "any", 1);
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyTrial, { minLength: 1, maxLength: 3 }),
      rules,
      async (all, rule) => {
        const events = aRun(all, rule);
        const { run, totals, verdicts } = JSON.parse(await replay("json", events));
        const { status } = verdicts[0];
        expect(run.status).toBe(status === "not-evaluated" ? "incomplete" : status);
        expect(totals).toMatchObject({
          passed: status === "passed" ? 1 : 0,
          failed: status === "failed" ? 1 : 0,
          notEvaluated: status === "not-evaluated" ? 1 : 0,
        });
        const junit = await replay("junit", events);
        expect(junit.includes("<failure")).toBe(status === "failed");
        expect(junit.includes("<error")).toBe(status === "not-evaluated");
        const markdown = await replay("markdown", events);
        expect(markdown.includes("1 passed")).toBe(status === "passed");
      },
    ),
    { numRuns: 100 },
  );
});
