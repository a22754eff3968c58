import fc from "fast-check";
import { expect, test } from "vitest";
import type { TrialRule } from "../run-info.ts";
import { caseStatus, meets, runVerdict, type Status } from "../verdict.ts";
import { type MetricScores, poolTrials, type TrialScores } from "./pool-trials.ts";

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

test("thresholds that were changed between two trials: the strictest counts, whichever came first", () => {
  const threshold = fc.constantFrom(0.2, 0.5, 0.9);
  const asked = fc.record({ score: fc.constantFrom(0.1, 0.3, 0.6, 1), threshold });
  const directions = fc.constantFrom("higher" as const, "lower" as const);
  fc.assert(
    fc.property(fc.array(asked, { minLength: 2, maxLength: 4 }), directions, (all, direction) => {
      const told = all.map(({ score: said, threshold: wanted }) => {
        const status: Status = meets(said, wanted, direction) ? "passed" : "failed";
        const scores = [{ score: said, status }];
        return ended([{ name: "a", status, threshold: wanted, direction, score: said, scores }]);
      });
      const [pooled, turned] = [poolTrials(told), poolTrials(told.toReversed())];
      expect(turned).toEqual(pooled);
      const wanted = all.map((each) => each.threshold);
      const most = direction === "higher" ? Math.max(...wanted) : Math.min(...wanted);
      expect(pooled.metrics[0]?.threshold).toBe(most);
    }),
  );
});

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

/** Metrics as they come: their overall score is not the mean of their turns, and some decide for themselves. */
const anyMetric = (name: string): fc.Arbitrary<MetricScores> =>
  fc
    .record({
      turns: fc.array(score, { minLength: 1, maxLength: 3 }),
      own: fc.constantFrom<Status | undefined>(undefined, "passed", "failed", "informational"),
      overall: fc.constantFrom(0, 0.3, 0.5, 1),
      hasThreshold: fc.boolean(),
      isPartly: fc.boolean(),
    })
    .map(({ turns, own, overall, hasThreshold, isPartly }) => {
      const byScore: Status = !hasThreshold
        ? "informational"
        : meets(overall, 0.5)
          ? "passed"
          : "failed";
      const said = own ?? byScore;
      const status = said === "passed" && isPartly ? "not-evaluated" : said;
      return {
        name,
        status,
        decided: said === byScore || said === "informational" ? undefined : true,
        threshold: hasThreshold && said !== "informational" ? 0.5 : undefined,
        direction: "higher",
        score: overall,
        scores: turns.map((each) => ({ score: each, status })),
      };
    });

const anyTrials = fc.array(fc.tuple(anyMetric("a"), anyMetric("b")).map(ended), {
  minLength: 1,
  maxLength: 4,
});

test("what no trial reached alone, the trials together have not reached", () => {
  fc.assert(
    fc.property(anyTrials, (all) => {
      const pooled = poolTrials(all);
      if (!all.some(({ status }) => status === "passed")) expect(pooled.status).not.toBe("passed");
      for (const { name, status } of pooled.metrics) {
        const said = all.flatMap(({ metrics }) => metrics.filter((each) => each.name === name));
        if (status === "passed") expect(said.map((each) => each.status)).toContain("passed");
        if (said.some((each) => each.decided && each.status === "failed")) {
          expect(status).toBe("failed");
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

test("what failed in no trial has not failed", () => {
  fc.assert(
    fc.property(anyTrials, (all) => {
      const pooled = poolTrials(all);
      if (all.every(({ status }) => status === "passed")) expect(pooled.status).toBe("passed");
      if (all.every(({ status }) => status !== "failed")) expect(pooled.status).not.toBe("failed");
    }),
    { numRuns: 2_000 },
  );
});

test("holding a conversation again with the same outcome changes no verdict", () => {
  fc.assert(
    fc.property(anyTrials, fc.integer({ min: 2, max: 4 }), ([once], often) => {
      if (once === undefined) return;
      const many = poolTrials(Array(often).fill(once)).status;
      expect(many).toBe(poolTrials([once]).status);
    }),
    { numRuns: 2_000 },
  );
});

test("a trial that nobody measured never makes a case pass", () => {
  const unmeasured: TrialScores = { status: "not-evaluated", metrics: [] };
  fc.assert(
    fc.property(trials, (all) => {
      const before = poolTrials(all);
      const after = poolTrials([...all, unmeasured]).status;
      const isShown =
        before.failedWithoutResults > 0 || before.metrics.some(({ status }) => status === "failed");
      // where only no trial reached it alone, the one that nobody measured might have
      expect(after).toBe(isShown ? "failed" : "not-evaluated");
    }),
    { numRuns: 2_000 },
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
