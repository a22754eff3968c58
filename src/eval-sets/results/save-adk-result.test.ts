import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import type { CaseResult } from "../../core/run.ts";
import type { MetricSetting } from "../../core/run-info.ts";
import { aMetricResult, anEvalCase, anInvocation } from "../../testing/builders.ts";
import { readResultFile } from "./result-file.ts";
import { saveAdkResult } from "./save-adk-result.ts";

const metrics: readonly MetricSetting[] = [
  {
    name: "tool_trajectory_avg_score",
    version: 1,
    threshold: 1,
    direction: "higher",
    criterion: { threshold: 1, match_type: "IN_ORDER" },
  },
  { name: "token_usage_v1", version: 1, direction: "lower" },
];

function aCaseResult(overrides: Partial<CaseResult> = {}): CaseResult {
  return {
    evalSetId: "night",
    evalId: "case-1",
    trial: 0,
    index: 0,
    status: "passed",
    metrics: [
      aMetricResult(),
      aMetricResult({
        name: "token_usage_v1",
        status: "informational",
        score: 300,
        threshold: undefined,
        direction: "lower",
        perInvocation: [{ score: 300, status: "informational" }],
        details: { tokenUsageDetails: { totalTokens: 300, mood: 1 }, note: "ours" },
      }),
    ],
    invocations: [anInvocation()],
    evalCase: anEvalCase(),
    sessionId: "session-1",
    userId: "user",
    startedAt: "2026-11-16T02:53:12.000Z",
    duration: 0.5,
    ...overrides,
  };
}

async function save(results: readonly CaseResult[], evalSetId = "night", inside = "") {
  async function* cases() {
    yield* results;
  }
  const folder = join(await mkdtemp(join(tmpdir(), "assay-save-")), inside);
  const header = { folder, appName: "quay", evalSetId, time: 1.5 };
  const path = await saveAdkResult({ ...header, cases: cases(), metrics });
  return { path, result: readResultFile(await readFile(path, "utf8")) };
}

test("scores, statuses and the criterion stand where ADK looks for them", async () => {
  const { result } = await save([aCaseResult()]);
  expect(result.evalCaseResults[0]).toMatchObject({
    evalSetFile: "night",
    evalId: "case-1",
    finalEvalStatus: 1,
    sessionId: "session-1",
    overallEvalMetricResults: [
      {
        metricName: "tool_trajectory_avg_score",
        threshold: 1,
        criterion: { threshold: 1, extras: { match_type: "IN_ORDER" } },
        score: 1,
        evalStatus: 1,
      },
      {
        metricName: "token_usage_v1",
        evalStatus: 4,
        details: { tokenUsageDetails: { totalTokens: 300 } },
      },
    ],
    evalMetricResultPerInvocation: [
      { actualInvocation: { invocationId: "invocation-1" }, expectedInvocation: {} },
    ],
  });
});

test("nothing that only we know stands inside a metric result", async () => {
  const { path } = await save([aCaseResult()]);
  expect(await readFile(path, "utf8")).not.toMatch(/mood|note|direction|version/);
});

test("why a case ended as it did is reported at the case", async () => {
  const failed = aCaseResult({
    status: "failed",
    reason: "agent-error",
    detail: "It threw.",
    metrics: [aMetricResult({ status: "not-evaluated", reason: "agent-error", perInvocation: [] })],
    trial: 2,
  });
  const { result } = await save([failed]);
  expect(result.evalCaseResults[0]).toMatchObject({
    finalEvalStatus: 2,
    evalMetricResultPerInvocation: [{ evalMetricResults: [{ evalStatus: 3 }] }],
    extras: {
      assay: {
        trial: 2,
        reason: "agent-error",
        detail: "It threw.",
        metrics: [{ metric: "tool_trajectory_avg_score", reason: "agent-error" }],
      },
    },
  });
});

test("a turn without a status of its own gets the one its score means", async () => {
  const low = aMetricResult({ status: "failed", score: 0.5, perInvocation: [{ score: 0.5 }] });
  const { result } = await save([aCaseResult({ metrics: [low] })]);
  const [turn] = result.evalCaseResults[0]?.evalMetricResultPerInvocation ?? [];
  expect(turn?.evalMetricResults[0]).toMatchObject({ score: 0.5, evalStatus: 2 });
});

test("a set named by a path still finds a place, inside the folder", async () => {
  const { path, result } = await save([], "../evals/night");
  expect(basename(path)).toBe("quay_.._evals_night_1.5.evalset_result.json");
  expect(result.evalSetResultId).toBe("quay_../evals/night_1.5");
});

test("the history's own folder may be named as well as the agent's", async () => {
  const { path } = await save([], "night", ".adk/eval_history");
  expect(path.split(".adk")).toHaveLength(2);
});
