import fc from "fast-check";
import { expect, test } from "vitest";
import {
  clusteredMean,
  comparePaired,
  lengthBias,
  meanGate,
  meanOf,
  mergeTallies,
  pairedDifference,
  passRate,
  quantileEstimate,
  rateGate,
  reliability,
  sequentialRateGate,
  signFlip,
  type Tally,
  tallyOf,
  trialsWithinCases,
} from "./index.ts";

const score = fc.double({ min: -10, max: 10, noNaN: true });
const share = fc.integer({ min: 0, max: 5 }).map((passed) => passed / 5);
const pair = fc.oneof(fc.record({ a: score, b: score }), fc.record({ a: share, b: share }));
const verdict = fc.constantFrom<keyof Tally>("passed", "failed", "notEvaluated");

/** A list, and the same in another order. */
function inTwoOrders<T>(each: fc.Arbitrary<T>, maxLength = 30) {
  return fc
    .array(each, { maxLength })
    .chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
}

test("the order of cases changes no number, not even by a digit", () => {
  const clustered = fc.record({ a: score, b: score, cluster: fc.constantFrom("x", "y", "z") });
  const lists = fc.oneof(inTwoOrders(pair), inTwoOrders(clustered));
  fc.assert(
    fc.property(lists, ([list, other]) => {
      expect(comparePaired(other)).toEqual(comparePaired(list));
      expect(pairedDifference(other)).toEqual(pairedDifference(list));
    }),
    { numRuns: 60 },
  );
  fc.assert(
    fc.property(inTwoOrders(score), ([list, other]) => {
      expect(meanOf(other)).toEqual(meanOf(list));
      expect(quantileEstimate(other, 0.95)).toEqual(quantileEstimate(list, 0.95));
      const answers = (values: readonly number[]) =>
        values.map((value) => ({ length: Math.abs(value), score: Math.round(value) }));
      expect(lengthBias(answers(other))).toEqual(lengthBias(answers(list)));
    }),
  );
  const gated = fc.record({ value: fc.option(share), cluster: fc.constantFrom("x", "y", "z") });
  fc.assert(
    fc.property(inTwoOrders(gated), ([list, other]) => {
      const gate = { operator: ">", threshold: 0.5 } as const;
      expect(meanGate(other, gate)).toEqual(meanGate(list, gate));
      const known = (values: typeof list) =>
        values.flatMap(({ value, cluster }) => (value === null ? [] : [{ value, cluster }]));
      expect(clusteredMean(known(other))).toEqual(clusteredMean(known(list)));
    }),
  );
});

test("neither does it where signs are drawn", () => {
  fc.assert(
    fc.property(inTwoOrders(score, 60), ([list, other]) => {
      const options = { samples: 200, seed: 3 };
      expect(signFlip(other, options)).toEqual(signFlip(list, options));
    }),
    { numRuns: 20 },
  );
});

test("neither does it with trials", () => {
  const trials = fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(inTwoOrders(trials), ([list, other]) => {
      const figures = (cases: typeof list) => {
        const { caseMeans, flips, errorWithTrials, ...rest } = trialsWithinCases(cases) ?? {};
        return { ...rest, at3: errorWithTrials?.(3) };
      };
      expect(figures(other)).toEqual(figures(list));
      const counts = (cases: typeof list) =>
        cases.map((each) => ({
          trials: each.length,
          passed: each.filter((trial) => trial === 1).length,
        }));
      expect(reliability(counts(other))).toEqual(reliability(counts(list)));
    }),
  );
});

test("shards merged are the whole", () => {
  const gate = { operator: ">", threshold: 0.8 } as const;
  fc.assert(
    fc.property(fc.array(fc.array(verdict)), (shards) => {
      const whole = tallyOf(shards.flat());
      const merged = mergeTallies(shards.map(tallyOf));
      expect(merged).toEqual(whole);
      expect(passRate(merged)).toEqual(passRate(whole));
      expect(rateGate(merged, gate)).toEqual(rateGate(whole, gate));
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.array(pair), { maxLength: 5 }), (shards) => {
      expect(comparePaired(shards.toReversed().flat())).toEqual(comparePaired(shards.flat()));
    }),
    { numRuns: 30 },
  );
});

test("a case that was not evaluated raises no rate, and decides no gate", () => {
  const threshold = fc.double({ min: 0.05, max: 0.95, noNaN: true });
  const operator = fc.constantFrom(">", ">=", "<", "<=");
  fc.assert(
    fc.property(fc.array(verdict), threshold, operator, (verdicts, level, sign) => {
      const before = tallyOf(verdicts);
      const after = tallyOf([...verdicts, "notEvaluated"]);
      expect(passRate(after).value).toBe(passRate(before).value);
      const gate = { operator: sign, threshold: level } as const;
      for (const decide of [rateGate, sequentialRateGate]) {
        const [was, is] = [decide(before, gate), decide(after, gate)];
        // one more case may give an interval where there was none, which still has to be beyond the threshold
        if (
          before.passed + before.failed + before.notEvaluated >= 2 &&
          is.outcome !== "undecided"
        ) {
          expect(was.outcome).toBe(is.outcome);
        }
        const lower = decide(before, { operator: ">", threshold: level }).bound;
        const then = decide(after, { operator: ">", threshold: level });
        if (lower !== null && then.outcome === "met") expect(then.bound).toBeLessThanOrEqual(lower);
      }
    }),
  );
});

test("what is not evaluated can only make a gate on a mean undecided", () => {
  const values = fc.array(share, { minLength: 2, maxLength: 20 });
  fc.assert(
    fc.property(values, fc.nat(3), fc.constantFrom(">", "<"), (known, missing, operator) => {
      const gate = { operator, threshold: 0.5 } as const;
      const was = meanGate(
        known.map((value) => ({ value })),
        gate,
      );
      const is = meanGate(
        [...known, ...new Array(missing).fill(null)].map((value) => ({ value })),
        gate,
      );
      expect(is.estimate).toBe(was.estimate);
      if (was.outcome !== "undecided" && is.outcome !== "undecided") {
        expect(is.outcome).toBe(was.outcome);
      }
    }),
  );
});
