import { expect, test } from "vitest";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { RunInfo } from "../../core/run-info.ts";
import { mulberry32 } from "../../statistics/means/mulberry32.ts";
import { aRunSet, aRunStart } from "../../testing/builders.ts";
import { isPartial, trendFold } from "./trend-fold.ts";

const statuses = { "1": "passed", "0": "failed", "-": "not-evaluated" } as const;

/** A run from a mark a case; a blank is a case that is not in it. */
function aRun(at: number, marks: string, changes: Partial<RunInfo> = {}): RunTable {
  const runId = `20261101-${String(at).padStart(6, "0")}-${(at + 0xa000).toString(16)}`;
  const sets = [aRunSet({ evalSetId: "set", hash: `h${marks.length}`, caseCount: marks.length })];
  const cases = [...marks].flatMap((mark, index) => {
    const status = statuses[mark as keyof typeof statuses];
    if (status === undefined) return [];
    const score = status === "not-evaluated" ? undefined : Number(mark);
    const trials = [{ trial: 0, status, duration: 1, scores: [score] }];
    return [{ evalSetId: "set", evalId: `case ${index}`, index, status, trials }];
  });
  return {
    runId,
    startedAt: new Date(Date.UTC(2026, 10, 1, at)).toISOString(),
    about: aRunStart({ sets, ...changes }).about,
    metrics: [{ name: "match", direction: "higher", threshold: 1, informational: false }],
    cases,
    notRun: 0,
    modelCalls: { calls: 0, input: 0, output: 0, cost: 0 },
  };
}

const nothing = { older: 0, unfinished: 0, stoppedEarly: 0, otherAgents: 0 };

function trendOf(runs: readonly RunTable[]) {
  const fold = trendFold("set", "agent");
  for (const run of runs) fold.add(run);
  return fold.trend(nothing);
}

test("each run has its rate, its interval and its means", () => {
  const { runs } = trendOf([aRun(0, "110-")]);
  expect(runs).toMatchObject([{ passed: 2, failed: 1, notEvaluated: 1, partial: false }]);
  expect(runs[0]?.passRate).toBeCloseTo(2 / 3, 12);
  expect(runs[0]?.interval?.[0]).toBeCloseTo(0.2077, 3);
  expect(runs[0]?.metrics).toMatchObject([{ name: "match", n: 3 }]);
});

test("what threw or hung is told apart from what was only wrong", () => {
  const run = aRun(1, "0-1");
  const cases = run.cases.map((each) => ({
    ...each,
    trials: each.trials.map((trial) => ({ ...trial, reason: "agent-error" as const })),
  }));
  const trend = trendOf([aRun(0, "011"), { ...run, cases }]);
  const errored = trend.cases.map(({ evalId, errored: places }) => [evalId, places]);
  expect(Object.fromEntries(errored)).toEqual({
    "case 0": [1],
    "case 1": [1],
    "case 2": undefined,
  });
  expect(trend.runs[0]?.metrics[0]?.threshold).toBe(1);
});

test("a case is told by its course", () => {
  const { cases } = trendOf([
    aRun(0, "10110-1"),
    aRun(1, "00110-0"),
    aRun(2, "01010-1"),
    aRun(3, "01110-0"),
  ]);
  expect(cases.map(({ evalId, course, at }) => [evalId, course, at?.slice(-4)])).toEqual([
    ["case 0", "broke", "a001"],
    ["case 6", "flaky", undefined],
    ["case 4", "always-failed", undefined],
    ["case 5", "never-evaluated", undefined],
    ["case 2", "fixed", "a003"],
    ["case 1", "fixed", "a002"],
    ["case 3", "always-passed", undefined],
  ]);
  expect(cases[0]?.verdicts).toEqual(["passed", "failed", "failed", "failed"]);
});

test("a case that could not always be evaluated has not passed every time", () => {
  const { cases } = trendOf([aRun(0, "110"), aRun(1, "-1-"), aRun(2, "1 0")]);
  expect(cases.map(({ evalId, course }) => [evalId, course])).toEqual([
    ["case 2", "always-failed"],
    ["case 0", "passed-when-evaluated"],
    ["case 1", "always-passed"],
  ]);
});

test("what changed last comes first, also where runs before it say nothing", () => {
  const { cases } = trendOf([aRun(0, "10 1"), aRun(1, "1--0"), aRun(2, "0 -0"), aRun(3, "01 0")]);
  expect(cases.map(({ evalId, course, at }) => [evalId, course, at?.slice(-4)])).toEqual([
    ["case 0", "broke", "a002"],
    ["case 3", "broke", "a001"],
    ["case 2", "never-evaluated", undefined],
    ["case 1", "fixed", "a003"],
  ]);
  const gap = trendOf([aRun(0, "11"), aRun(1, "-1"), aRun(2, "-0"), aRun(3, "00")]);
  expect(gap.cases.map(({ evalId, at }) => [evalId, at?.slice(-4)])).toEqual([
    ["case 0", "a003"],
    ["case 1", "a002"],
  ]);
});

test("a set that is replaced bit by bit is compared since its runs last had a case in common", () => {
  const old = [aRun(0, good), aRun(1, ` ${" ".repeat(10)}${good}`)];
  const after = Array.from({ length: 10 }, (_, at) =>
    aRun(at + 2, `${" ".repeat(40)}${at < 4 ? good : bad}`),
  );
  const { drift } = trendOf([...old, ...after]);
  expect(drift).toMatchObject({ direction: "down", runs: 10, cases: 20, since: after[4]?.runId });
  const bridged = trendOf([aRun(0, "11"), aRun(1, " 11"), aRun(2, "1 1"), aRun(3, "1 1")]);
  expect(bridged.drift).toMatchObject({ runs: 2, cases: 2 });
});

test("a mean's interval ends where the scores do", () => {
  const run = aRun(0, "1110");
  const metrics = run.metrics.map((metric) => ({ ...metric, range: { min: 0, max: 1 } }));
  expect(trendOf([run]).runs[0]?.metrics[0]?.interval?.[1]).toBeGreaterThan(1);
  const [metric] = trendOf([{ ...run, metrics }]).runs[0]?.metrics ?? [];
  expect(metric?.interval).toEqual([expect.closeTo(0, 12), 1]);
});

test("a rate short of all is never told as all of it", () => {
  const nearly = `${"1".repeat(1999)}0`;
  const runs = [aRun(0, nearly), aRun(1, `${"1".repeat(1500)}${"0".repeat(500)}`)];
  expect(trendOf(runs).sentence).toContain("99.9 % of 2,000 verdicts before");
});

const good = `${"1".repeat(19)}0`;
const bad = "1".repeat(8) + "0".repeat(12);

test("a drift is called in a sentence, with since when", () => {
  const runs = Array.from({ length: 10 }, (_, at) => aRun(at, at < 4 ? good : bad));
  const { drift, sentence } = trendOf(runs);
  expect(drift).toMatchObject({ direction: "down", since: runs[4]?.runId });
  expect(drift?.before).toEqual({ passed: 76, evaluated: 80 });
  expect(sentence).toBe(
    "The pass rate has fallen since run a004 (2026-11-01): 95 % of 80 verdicts before, 40 % of 120 verdicts since.",
  );
});

test("what recovered is told as recovered", () => {
  const runs = Array.from({ length: 20 }, (_, at) => aRun(at, at < 4 || at > 11 ? good : bad));
  expect(trendOf(runs).drift).toMatchObject({
    direction: "up",
    since: runs[12]?.runId,
    before: { passed: 64, evaluated: 160 },
    after: { passed: 152, evaluated: 160 },
  });
});

test("a set that only grows by hard cases does not drift", () => {
  const runs = Array.from({ length: 12 }, (_, at) =>
    aRun(at, at < 4 ? good : `${good}${"0".repeat(20)}`),
  );
  const { drift, runs: told } = trendOf(runs);
  expect(drift).toMatchObject({ direction: null, cases: 20 });
  expect(told[4]?.changes).toEqual([
    { kind: "eval-set", text: "the eval set: 40 cases instead of 20" },
  ]);
});

test("other criteria or another judge begin a new count, and are told", () => {
  const stricter = (judge: string): Partial<RunInfo> => {
    const metrics = [{ name: "match", version: 1, threshold: 0.9, direction: "higher" }] as const;
    const config = { metrics, judge: { model: judge } };
    return { sets: [aRunSet({ evalSetId: "set", hash: "h20", caseCount: 20, config })] };
  };
  const runs = Array.from({ length: 12 }, (_, at) =>
    at < 6 ? aRun(at, good, stricter("old")) : aRun(at, bad, stricter("new")),
  );
  const { drift, runs: told } = trendOf(runs);
  expect(drift).toMatchObject({ direction: null, runs: 6 });
  expect(told[6]?.changes).toContainEqual({ kind: "judge", text: "the judge: new instead of old" });
});

test("another prompt is told by its file, where the code is the same", () => {
  const inputs = (prompt: string) => ({
    files: { "a/agent.ts": "1", "a/prompt.md": prompt },
    settings: {},
  });
  const { runs } = trendOf([
    aRun(0, "1111", { inputs: inputs("2") }),
    aRun(1, "1111", { inputs: inputs("2") }),
    aRun(2, "0000", { inputs: inputs("3") }),
  ]);
  expect(runs.map(({ changes }) => changes)).toEqual([
    [],
    [],
    [{ kind: "agent", text: "the agent's files: a/prompt.md" }],
  ]);
});

test("a run of only some cases stands in the barcodes and in no rate over time", () => {
  const onlyCases = { onlyCases: { set: ["case 19"] } };
  const runs = Array.from({ length: 12 }, (_, at) =>
    at % 2 === 0 ? aRun(at, good) : aRun(at, `${" ".repeat(19)}0`, { options: onlyCases }),
  );
  const { drift, cases } = trendOf(runs);
  expect(drift).toMatchObject({ direction: null, runs: 6 });
  expect(cases.find(({ evalId }) => evalId === "case 0")?.verdicts[1]).toBeNull();
});

test.each([
  [{ tags: ["critical"] }, true],
  [{ caseIds: ["a"] }, true],
  [{ evalSets: ["sets/smoke.json:a,b"] }, true],
  [{ evalSets: ["C:\\sets\\smoke.json"], tags: [], caseIds: [] }, false],
  [undefined, false],
])("%j is partial: %s", (options, expected) => {
  expect(isPartial(aRunStart({ options }).about)).toBe(expected);
});

test("what changed is told at the run that has it, and a run of only some cases is no change", () => {
  const part = { trials: 5, options: { onlyCases: { set: ["case 0"] } } };
  const { runs } = trendOf([aRun(0, good), aRun(1, good, part), aRun(2, good, { trials: 3 })]);
  expect(runs.map(({ changes }) => changes.map(({ text }) => text))).toEqual([
    [],
    [],
    ["trials: 3 instead of 1"],
  ]);
});

test("one run is no trend", () => {
  expect(trendOf([aRun(0, good)])).toMatchObject({
    drift: null,
    sentence: "One run is no trend yet.",
  });
  expect(trendOf([]).sentence).toMatch(/^No run of the whole set has ended/);
});

test("looking after every run, a steady set is called drifting in at most 5 of 100", () => {
  const random = mulberry32(2026);
  let called = 0;
  for (let series = 0; series < 200; series += 1) {
    const runs = Array.from({ length: 30 }, (_, at) =>
      aRun(at, Array.from({ length: 20 }, () => (random() < 0.8 ? "1" : "0")).join("")),
    );
    if (trendOf(runs).drift?.direction != null) called += 1;
  }
  expect(called).toBeLessThanOrEqual(10);
});
