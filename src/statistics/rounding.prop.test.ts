import fc from "fast-check";
import { expect, test } from "vitest";
import { exactMean } from "../core/numbers/mean.ts";
import { comparePaired } from "./comparisons/compare-paired.ts";
import { comparisonVerdict } from "./comparisons/comparison-verdict.ts";
import type { GateComparison, GateOutcome } from "./gates/comparison.ts";
import { meanGate } from "./gates/mean-gate.ts";
import { noWorseGate } from "./gates/no-worse-gate.ts";
import { averageOf } from "./means/sums.ts";

const point = { by: "point" } as const;

/** Tenths, as people write scores: as numbers of a computer hardly one of them is what it says. */
const tenths = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 40 });
const operator = fc.constantFrom<GateComparison["operator"]>(">", ">=", "<", "<=");

test("a mean is rounded once, as the reference's is", () => {
  const some = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1 });
  fc.assert(
    fc.property(some, (values) => {
      const mean = exactMean(values) ?? Number.NaN;
      // a tie that only a number of 324 zeros breaks may round the other way, by the last digit
      const digit = Number.EPSILON * Math.abs(mean);
      expect(Math.abs(averageOf(values) - mean)).toBeLessThanOrEqual(digit);
    }),
  );
  fc.assert(
    fc.property(tenths, (scores) => {
      const values = scores.map((score) => score / 10);
      expect(averageOf(values)).toBe(exactMean(values));
    }),
  );
});

test("a gate by the point says what whole numbers say, at the threshold too", () => {
  fc.assert(
    fc.property(tenths, operator, fc.integer({ min: -9, max: 9 }), (scores, sign, off) => {
      const sum = scores.reduce((a, b) => a + b, 0);
      // mostly the mean itself, else a thousandth beside it
      const beside = Math.trunc(off / 5);
      const threshold = Number((sum / scores.length / 10).toFixed(3)) + beside / 1000;
      const asked = Math.round(threshold * 1000) * scores.length;
      const values = scores.map((score) => ({ value: score / 10 }));
      const { outcome } = meanGate(values, { operator: sign, threshold }, point);
      expect(outcome).toBe(outcomeOf(sum * 100 - asked, sign));
    }),
  );
});

test("a loss of exactly the margin is borne, and not the least bit more", () => {
  fc.assert(
    fc.property(tenths, fc.integer({ min: 1, max: 9 }), fc.boolean(), (scores, loss, isMore) => {
      const pairs = scores.map((score) => ({ a: (score + loss) / 10, b: score / 10 }));
      const margin = (isMore ? loss - 0.01 : loss) / 10;
      const compared = comparePaired(pairs, { verdicts: false });
      expect(noWorseGate(compared, margin, point).outcome).toBe(isMore ? "not-met" : "met");
    }),
  );
});

test("what only rounding tells apart is a tie, and no evidence of anything", () => {
  const pairs = Array.from({ length: 30 }, (_, at) => ({
    a: [0.3, 0.6, 0.7][at % 3] ?? 0,
    b: [0.1 + 0.2, 0.1 * 6, 0.1 * 7][at % 3] ?? 0,
  }));
  for (const clusters of [false, true]) {
    const own = clusters ? pairs.map((pair, at) => ({ ...pair, cluster: `${at % 5}` })) : pairs;
    const compared = comparePaired(own);
    expect(compared).toMatchObject({ wins: 0, losses: 0, ties: 30, detectable: null });
    expect(compared?.difference).toMatchObject({ estimate: 0, interval: null, p: 1 });
    expect(comparisonVerdict(compared)).toBe("too-few");
  }
});

test("cases that all lose alike have no spread, whatever rounding makes of each", () => {
  fc.assert(
    fc.property(tenths, fc.boolean(), (scores, clusters) => {
      const pairs = scores.map((score, at) => ({
        a: (score + 1) / 10,
        b: score / 10,
        ...(clusters ? { cluster: `${at % 4}` } : {}),
      }));
      const compared = comparePaired(pairs, { verdicts: false });
      expect(compared).toMatchObject({ losses: scores.length, detectable: null });
      expect(compared?.difference.interval).toBeNull();
      expect(compared?.difference.estimate).toBeCloseTo(-0.1, 12);
    }),
  );
});

function outcomeOf(beyond: number, sign: GateComparison["operator"]): GateOutcome {
  const isMet = { ">": beyond > 0, ">=": beyond >= 0, "<": beyond < 0, "<=": beyond <= 0 }[sign];
  return isMet ? "met" : "not-met";
}
