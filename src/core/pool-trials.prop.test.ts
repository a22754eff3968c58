import fc from "fast-check";
import { expect, test } from "vitest";
import { type MetricScores, poolTrials, type TrialScores } from "./pool-trials.ts";
import type { TrialRule } from "./run.ts";
import { caseStatus, meets, runVerdict, type Status } from "./verdict.ts";

const score = fc.option(fc.constantFrom(0, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 1), { nil: undefined });

function metricNamed(name: string): fc.Arbitrary<MetricScores> {
  return fc.array(score, { minLength: 1, maxLength: 3 }).map((turns) => {
    const known = turns.filter((each) => each !== undefined);
    const statusOf = (each: number | undefined): Status =>
      each === undefined ? "not-evaluated" : meets(each, 0.5) ? "passed" : "failed";
    return {
      name,
      status: known.length < turns.length ? "not-evaluated" : statusOf(known[0]),
      threshold: 0.5,
      direction: "higher",
      score: known[0],
      scores: turns.map((each) => ({ score: each, status: statusOf(each) })),
    };
  });
}

const trial: fc.Arbitrary<TrialScores> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(metricNamed("a"), metricNamed("b")).map(ended) },
  { weight: 1, arbitrary: fc.constant<TrialScores>({ status: "failed", metrics: [] }) },
  { weight: 1, arbitrary: fc.constant<TrialScores>({ status: "not-evaluated", metrics: [] }) },
);

function ended(metrics: readonly MetricScores[]): TrialScores {
  return { status: caseStatus(metrics.map((metric) => metric.status)), metrics };
}

const trials = fc.array(trial, { minLength: 1, maxLength: 5 });
const rule = fc.constantFrom<TrialRule>("pooled", "all", "any", 1, 2, 3);

test("the order of the trials changes nothing", () => {
  const shuffled = trials.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, rule, ([before, after], require) => {
      const sorted = (pooled: ReturnType<typeof poolTrials>) => ({
        ...pooled,
        metrics: pooled.metrics.toSorted((a, b) => a.name.localeCompare(b.name)),
      });
      expect(sorted(poolTrials(after, require))).toEqual(sorted(poolTrials(before, require)));
    }),
  );
});

test("a trial that nobody measured never makes a case pass", () => {
  const unmeasured: TrialScores = { status: "not-evaluated", metrics: [] };
  fc.assert(
    fc.property(trials, (all) => {
      const before = poolTrials(all).status;
      const after = poolTrials([...all, unmeasured]).status;
      if (before !== "passed") expect(after).toBe(before);
      expect(after).not.toBe("passed");
    }),
  );
});

test("a case that was not evaluated never raises a rate, and never makes a run pass", () => {
  const count = fc.nat(50);
  fc.assert(
    fc.property(count, count, count, (passed, failed, notEvaluated) => {
      const rate = (more: number) => passed / Math.max(1, passed + failed + notEvaluated + more);
      expect(rate(1)).toBeLessThanOrEqual(rate(0));
      const spoiled = runVerdict({ passed, failed, notEvaluated: notEvaluated + 1 });
      expect(spoiled).toBe(failed > 0 ? "failed" : "incomplete");
    }),
  );
});
