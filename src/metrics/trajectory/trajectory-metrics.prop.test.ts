import fc from "fast-check";
import { expect, test } from "vitest";
import type { CaseSettings, MatchType } from "../../core/case-settings.ts";
import type { FunctionCall } from "../../core/content.ts";
import type { MetricDefinition } from "../../core/metric.ts";
import type { ScoredOutcome, TurnScore } from "../../core/metric-outcome.ts";
import { ParseContext } from "../../core/schema/parse-context.ts";
import { anEvalCase, anExpectedTurn, anInvocation } from "../../testing/builders.ts";
import { toolTrajectory } from "./tool-trajectory.ts";
import {
  toolTrajectoryF1,
  toolTrajectoryPrecision,
  toolTrajectoryRecall,
} from "./tool-trajectory-shares.ts";

// few names and values, so that calls often meet and often nearly do
const call: fc.Arbitrary<FunctionCall> = fc.record({
  name: fc.constantFrom("find", "pay", "log"),
  args: fc.option(
    fc.dictionary(fc.constantFrom("n", "m"), fc.constantFrom(0, 1, true, "1", null), {
      maxKeys: 2,
    }),
    { nil: undefined },
  ),
});
const calls = fc.array(call, { maxLength: 6 });
const matcher = fc.constantFrom({ ignore: true } as const, { oneOf: [0, 1] }, { regex: "1" });
const settings: fc.Arbitrary<CaseSettings> = fc.record(
  {
    ignoreArgs: fc.boolean(),
    args: fc.dictionary(fc.constantFrom("find", "*"), fc.record({ n: matcher }), { maxKeys: 2 }),
    forbiddenTools: fc.constant(["log"]),
    optionalTools: fc.constantFrom(["log"], ["pay"]),
    namesOnly: fc.record({ 0: fc.subarray([0, 1, 2]) }),
  },
  { requiredKeys: [] },
);
const turn = fc.record({ expected: calls, actual: calls, settings });
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

function scoreOf<T>(definition: MetricDefinition<T>, { expected, actual, settings }: Turn) {
  const measure = definition.create?.(definition.criterion.read({}, new ParseContext()), {
    name: definition.name,
    threshold: 1,
  });
  const turns = [anExpectedTurn({ calls: expected })];
  const outcome = measure?.({
    evalCase: anEvalCase({ conversation: turns, assay: settings }),
    actual: [anInvocation({ calls: actual })],
    expected: turns,
    earlier: [],
    signal: new AbortController().signal,
  }) as ScoredOutcome;
  expect(outcome.kind).toBe("scored");
  return outcome.perInvocation[0] as TurnScore;
}

function matched(matchType: MatchType, given: Turn): TurnScore {
  const settings = { ...given.settings, matchType };
  return scoreOf(toolTrajectory, { ...given, settings });
}

test("what matches exactly matches in order, and what matches in order matches in any", () => {
  fc.assert(
    fc.property(turn, (given) => {
      const exact = matched("EXACT", given).score ?? 0;
      const inOrder = matched("IN_ORDER", given).score ?? 0;
      const anyOrder = matched("ANY_ORDER", given).score ?? 0;
      expect([exact, inOrder, anyOrder].toSorted()).toEqual([exact, inOrder, anyOrder]);
    }),
  );
});

test("precision, recall and F1 lie from 0 to 1, and F1 lies between the other two", () => {
  fc.assert(
    fc.property(turn, (given) => {
      const precision = scoreOf(toolTrajectoryPrecision, given).score ?? -1;
      const recall = scoreOf(toolTrajectoryRecall, given).score ?? -1;
      const f1 = scoreOf(toolTrajectoryF1, given).score ?? -1;
      for (const score of [precision, recall, f1]) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
      expect(f1).toBeLessThanOrEqual(Math.max(precision, recall));
      if (precision > 0 && recall > 0 && f1 > 0) {
        expect(f1).toBeGreaterThanOrEqual(Math.min(precision, recall));
      }
    }),
  );
});

test("F1 is 1 exactly when the same calls were made, in whatever order", () => {
  fc.assert(
    fc.property(turn, (given) => {
      const bothWays =
        scoreOf(toolTrajectoryRecall, given).score === 1 &&
        scoreOf(toolTrajectoryPrecision, given).score === 1;
      expect(scoreOf(toolTrajectoryF1, given).score === 1).toBe(bothWays);
    }),
  );
});

test("calls in another order keep recall at 1 and match in any order", () => {
  const shuffled = calls.chain((expected) =>
    fc
      .shuffledSubarray(expected, { minLength: expected.length })
      .map((actual) => ({ expected, actual, settings: {} })),
  );
  fc.assert(
    fc.property(shuffled, (given) => {
      expect(matched("ANY_ORDER", given).score).toBe(1);
      expect(scoreOf(toolTrajectoryF1, given).score).toBe(1);
    }),
  );
});

test("the diff of a failed turn holds every call that counts exactly once", () => {
  fc.assert(
    fc.property(
      turn,
      fc.constantFrom<MatchType>("EXACT", "IN_ORDER", "ANY_ORDER"),
      (given, type) => {
        const { trajectory, why, score } = matched(type, given);
        if (score === 1) return;
        const { optionalTools = [], forbiddenTools = [] } = given.settings;
        const isOptional = ({ name = "" }) => optionalTools.includes(name);
        const isForbidden = ({ name = "" }) => forbiddenTools.includes(name);
        const steps = trajectory?.steps ?? [];
        const expected = steps.flatMap((step) => (step.kind === "extra" ? [] : [step.expected]));
        const actual = steps.flatMap((step) => (step.kind === "missing" ? [] : [step.actual]));
        expect(expected).toEqual(given.expected.filter((each) => !isOptional(each)));
        expect(new Set(actual)).toEqual(
          new Set(given.actual.filter((each) => !isOptional(each) || isForbidden(each))),
        );
        expect(actual.length).toBe(new Set(actual).size);
        expect(why).toMatch(/\.$/);
        expect(why).not.toContain("the calls differ");
      },
    ),
  );
});

test("the diff shows as many calls met as can be met at once where order is nothing", () => {
  fc.assert(
    fc.property(turn, (given) => {
      const { trajectory, score, details } = scoreOf(toolTrajectoryF1, given);
      if (score === 1) return;
      const met = trajectory?.steps.filter(({ kind }) => kind === "matched" || kind === "moved");
      expect(met?.length).toBe(details?.met);
    }),
  );
});
