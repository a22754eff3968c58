import fc from "fast-check";
import { expect, test } from "vitest";
import { comparePaired } from "../comparisons/compare-paired.ts";
import { mulberry32 } from "../means/mulberry32.ts";
import { bettingProcess } from "../sequential/betting.ts";
import { pointGate } from "./comparison.ts";
import { meanGate, quantileGate } from "./mean-gate.ts";
import { noWorseGate } from "./no-worse-gate.ts";
import { rateGate, sequentialRateGate } from "./rate-gate.ts";

const over = (threshold: number) => ({ operator: ">", threshold }) as const;
const tally = (passed: number, failed: number, notEvaluated = 0) => ({
  passed,
  failed,
  notEvaluated,
});

test("18 of 20 is 90 %, and does not show 80 %", () => {
  expect(rateGate(tally(18, 2), over(0.8))).toEqual({
    outcome: "undecided",
    estimate: 0.9,
    bound: expect.closeTo(0.7383369537, 9),
    needed: 44,
  });
  expect(pointGate(0.9, over(0.8)).outcome).toBe("met");
  expect(rateGate(tally(45, 5), over(0.8)).outcome).toBe("met");
  expect(rateGate(tally(10, 40), over(0.8)).outcome).toBe("not-met");
});

test("so many as are needed decide it, and one fewer does not", () => {
  const rate = fc.integer({ min: 1, max: 19 });
  fc.assert(
    fc.property(rate, fc.integer({ min: 1, max: 99 }), (twentieths, percent) => {
      const { outcome, needed } = rateGate(tally(twentieths, 20 - twentieths), over(percent / 100));
      fc.pre(outcome === "undecided" && needed !== null && needed < 1e6);
      const whole = Math.ceil((needed ?? 0) / 20);
      const later = rateGate(
        tally(twentieths * whole, (20 - twentieths) * whole),
        over(percent / 100),
      );
      expect(later.outcome).not.toBe("undecided");
      const before = Math.floor(((needed ?? 0) - 1) / 20);
      if (before < 1) return;
      const earlier = rateGate(
        tally(twentieths * before, (20 - twentieths) * before),
        over(percent / 100),
      );
      expect(earlier.outcome).toBe("undecided");
    }),
  );
});

test("cases that were not evaluated count against either answer", () => {
  expect(rateGate(tally(90, 0), over(0.9)).outcome).toBe("met");
  expect(rateGate(tally(90, 0, 10), over(0.9)).outcome).toBe("undecided");
  expect(rateGate(tally(90, 0, 10), over(0.9))).toMatchObject({ estimate: 1, needed: 100 });
  expect(rateGate(tally(0, 10, 20), over(0.5)).outcome).toBe("undecided");
});

test("where no number of cases would decide it, none is reported", () => {
  expect(rateGate(tally(9, 1), over(0.9)).needed).toBeNull();
  expect(rateGate(tally(20, 0), { operator: ">=", threshold: 1 })).toMatchObject({
    outcome: "undecided",
    needed: null,
  });
  expect(rateGate(tally(20, 0), over(1)).outcome).toBe("not-met");
});

test("a ceiling is met from below", () => {
  const under = { operator: "<", threshold: 0.1 } as const;
  expect(rateGate(tally(0, 60), under).outcome).toBe("met");
  expect(rateGate(tally(30, 30), under)).toMatchObject({ outcome: "not-met", estimate: 0.5 });
});

test("means by one-sided t, with what is missing at its worst and at its best", () => {
  const values = Array.from({ length: 40 }, (_, i) => ({ value: 0.8 + (i % 3) / 20 }));
  expect(meanGate(values, over(0.8)).outcome).toBe("met");
  expect(meanGate(values, over(0.9)).outcome).toBe("not-met");
  const open = meanGate(values.slice(0, 4), over(0.83));
  expect(open).toMatchObject({ outcome: "undecided", estimate: 0.8375 });
  expect(open.needed).toBeGreaterThan(4);
  const missing = [...values, { value: null }, { value: null }];
  expect(meanGate(missing, over(0.82)).outcome).toBe("undecided");
  expect(meanGate(missing, over(0.5), { range: null }).outcome).toBe("undecided");
});

test("a percentile by order statistics: five values cannot show the 95th", () => {
  const under = { operator: "<", threshold: 3 } as const;
  const seconds = Array.from({ length: 200 }, (_, i) => i / 100);
  expect(quantileGate(seconds, 0.95, under).outcome).toBe("met");
  expect(quantileGate(seconds.slice(0, 5), 0.95, under).outcome).toBe("undecided");
  expect(quantileGate(seconds, 0.95, { operator: "<", threshold: 1 }).outcome).toBe("not-met");
  const unknown = [...seconds, ...new Array<null>(40).fill(null)];
  expect(quantileGate(unknown, 0.95, under).outcome).toBe("undecided");
});

test("no worse: identical runs are no worse, clearly worse ones are, the rest is open", () => {
  const pairs = (wins: number, losses: number, n: number) =>
    Array.from({ length: n }, (_, i) => ({
      a: i < wins ? 0 : 1,
      b: i >= wins && i < wins + losses ? 0 : 1,
    }));
  expect(noWorseGate(comparePaired(pairs(0, 0, 1000)), 0.02).outcome).toBe("met");
  expect(noWorseGate(comparePaired(pairs(0, 30, 100)), 0.02).outcome).toBe("not-met");
  expect(noWorseGate(comparePaired(pairs(0, 100, 100)), 0.02).outcome).toBe("not-met");
  const open = noWorseGate(comparePaired(pairs(4, 7, 150)), 0.05);
  expect(open).toMatchObject({ outcome: "undecided", estimate: -0.02 });
  expect(open.needed).toBe(355);
  expect(noWorseGate(null, 0.02)).toMatchObject({ outcome: "undecided", needed: null });
  expect(noWorseGate(comparePaired(pairs(1, 0, 1)), 0.02).outcome).toBe("undecided");
  const worst = comparePaired(pairs(0, 40, 1000));
  expect(noWorseGate(comparePaired(pairs(0, 0, 960)), 0.02, { worst }).outcome).toBe("undecided");
  const costlier = comparePaired(pairs(30, 0, 100));
  expect(noWorseGate(costlier, 0.02, { better: "lower" }).outcome).toBe("not-met");
});

test("looked at after every case, a gate needs more than when it is looked at once", () => {
  expect(rateGate(tally(45, 5), over(0.8)).outcome).toBe("met");
  expect(sequentialRateGate(tally(45, 5), over(0.8)).outcome).toBe("undecided");
  expect(sequentialRateGate(tally(180, 20), over(0.8)).outcome).toBe("met");
  expect(sequentialRateGate(tally(10, 40), over(0.8)).outcome).toBe("not-met");
});

test("trials of one case count as parts of it where they are looked at one by one", () => {
  const { outcome, estimate } = sequentialRateGate(tally(180.4, 19.6), over(0.8));
  expect({ outcome, estimate }).toEqual({ outcome: "met", estimate: 0.902 });
});

test("a bet sees how little differences spread", () => {
  const random = mulberry32(5);
  const process = bettingProcess({ threshold: -0.05, range: [-1, 1] });
  let cases = 0;
  while (process.decided === null && cases < 5000) {
    process.add(random() < 0.9 ? 0 : random() < 0.5 ? 1 : -1);
    cases += 1;
  }
  expect(process.decided).toBe("above");
  expect(cases).toBeLessThan(1500);
  expect(process.above).toBeGreaterThanOrEqual(20);
  expect(() => process.add(2)).toThrow(RangeError);
  expect(() => bettingProcess({ threshold: 1, range: [0, 1] })).toThrow(RangeError);
});
