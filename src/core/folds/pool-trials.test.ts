import { expect, test } from "vitest";
import { type MetricScores, poolTrials, type TrialScores } from "./pool-trials.ts";

function metric(score: number | undefined, overrides: Partial<MetricScores> = {}): MetricScores {
  const status = score === undefined ? "not-evaluated" : score >= 0.5 ? "passed" : "failed";
  return {
    name: "m",
    status,
    threshold: 0.5,
    direction: "higher",
    score,
    scores: [{ score, status }],
    ...overrides,
  };
}

function trial(score: number | undefined, overrides: Partial<MetricScores> = {}): TrialScores {
  const only = metric(score, overrides);
  const status = only.status === "informational" ? "not-evaluated" : only.status;
  return { status, metrics: [only] };
}

const crashed: TrialScores = { status: "failed", metrics: [] };
const unmeasured: TrialScores = { status: "not-evaluated", metrics: [] };

test("a bad trial is made up for by a good one, as the reference has it, and shows as flaky", () => {
  expect(poolTrials([trial(1), trial(0)])).toMatchObject({
    status: "passed",
    flaky: true,
    metrics: [{ score: 0.5, status: "passed" }],
  });
});

test("a trial that crashed is not made up for", () => {
  expect(poolTrials([trial(1), crashed])).toMatchObject({
    status: "failed",
    failedWithoutResults: 1,
  });
});

test("a trial that nobody measured leaves its case not evaluated", () => {
  expect(poolTrials([trial(1), unmeasured]).status).toBe("not-evaluated");
  expect(poolTrials([trial(0), unmeasured]).status).toBe("failed");
});

test("one trial keeps what its metrics said themselves, whatever the exact mean is", () => {
  const naive = metric(0.6999999999999998, {
    threshold: 0.7,
    status: "failed",
    scores: [0.7, 0.7, 0.7].map((score) => ({ score, status: "passed" })),
  });
  expect(poolTrials([{ status: "failed", metrics: [naive] }])).toMatchObject({
    status: "failed",
    metrics: [{ score: 0.6999999999999998, status: "failed" }],
  });
});

test("a metric that decides for itself is not overruled by its scores, however often it is asked", () => {
  const refuses = trial(1, { status: "failed", decided: true });
  const accepts = trial(0.2, { status: "passed", decided: true });
  expect(poolTrials([refuses]).status).toBe("failed");
  expect(poolTrials([refuses, refuses]).status).toBe("failed");
  expect(poolTrials([trial(1), refuses]).status).toBe("failed");
  expect(poolTrials([trial(1), refuses], "mean").status).toBe("failed");
  expect(poolTrials([accepts, accepts]).status).toBe("passed");
  const bare = { threshold: undefined, decided: true, status: "failed" } as const;
  expect(poolTrials([trial(1, bare), trial(1, bare)]).status).toBe("failed");
});

test("a trial whose metric only informed does not hide that it failed in another", () => {
  const informed = trial(1, { status: "informational", threshold: undefined });
  expect(poolTrials([trial(0), informed]).status).toBe("failed");
  expect(poolTrials([trial(1), informed]).status).toBe("not-evaluated");
});

test("metrics that fail in turn leave a case that never passed", () => {
  const two = (a: number, b: number): TrialScores => ({
    status: "failed",
    metrics: [metric(a, { name: "a" }), metric(b, { name: "b" })],
  });
  expect(poolTrials([two(1, 0), two(0, 1)])).toMatchObject({ status: "failed", flaky: false });
  expect(poolTrials([two(1, 0), two(0, 1)], "mean").status).toBe("passed");
});

test("the rule of ADK's evaluator goes by the exact mean of the turns, also of one trial", () => {
  const turns = [1, 1, 0.4].map((score) => ({ score, status: "passed" as const }));
  const naive = metric(0.7999999999999999, { threshold: 0.8, status: "failed", scores: turns });
  const held: TrialScores = { status: "failed", metrics: [naive] };
  expect(poolTrials([held]).status).toBe("failed");
  expect(poolTrials([held, held]).status).toBe("failed");
  expect(poolTrials([held], "mean")).toMatchObject({ status: "passed", metrics: [{ score: 0.8 }] });
});

test("a metric that declares its direction is pooled by it", () => {
  const lower = { direction: "lower", threshold: 3 } as const;
  expect(poolTrials([trial(2, lower), trial(3, lower)]).metrics[0]?.status).toBe("passed");
  const slow = trial(9, { ...lower, status: "failed" });
  expect(poolTrials([trial(2, lower), slow]).metrics[0]?.status).toBe("failed");
});

test("for other programs' results the direction is what their verdicts agree on", () => {
  const theirs = (score: number, status: "passed" | "failed") =>
    trial(score, { direction: undefined, threshold: 3, scores: [{ score, status }] });
  expect(poolTrials([theirs(1, "passed"), theirs(2, "passed")]).status).toBe("passed");
  expect(poolTrials([theirs(1, "passed"), theirs(2, "failed")]).status).toBe("failed");
});

test("for other programs' results what has no score is left out, as long as there is one", () => {
  const theirs = (score: number | undefined) => trial(score, { direction: undefined });
  expect(poolTrials([theirs(1), theirs(undefined)])).toMatchObject({
    status: "passed",
    metrics: [{ score: 1, status: "passed" }],
  });
  expect(poolTrials([theirs(1), unmeasured]).status).toBe("passed");
  expect(poolTrials([theirs(undefined), unmeasured]).status).toBe("not-evaluated");
  expect(poolTrials([trial(1), unmeasured]).status).toBe("not-evaluated");
});

test("counting trials: all, any or so many of them must pass", () => {
  const trials = [trial(1), trial(1), trial(0)];
  expect(poolTrials(trials, "all").status).toBe("failed");
  expect(poolTrials(trials, "any").status).toBe("passed");
  expect(poolTrials(trials, 2).status).toBe("passed");
  expect(poolTrials(trials, 3).status).toBe("failed");
});

test("counting trials, one that nobody could evaluate might have passed", () => {
  expect(poolTrials([trial(1), unmeasured], "all").status).toBe("not-evaluated");
  expect(poolTrials([trial(0), unmeasured], "all").status).toBe("failed");
  expect(poolTrials([], "all").status).toBe("not-evaluated");
});
