import fc from "fast-check";
import { expect, test } from "vitest";
import { comparePaired } from "../comparisons/compare-paired.ts";
import { mulberry32 } from "../means/mulberry32.ts";
import { bettingProcess } from "../sequential/betting.ts";
import { pointGate } from "./comparison.ts";
import { meanGate } from "./mean-gate.ts";
import { noWorseGate } from "./no-worse-gate.ts";
import { quantileGate } from "./quantile-gate.ts";
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

test.each([
  { n: 3, apart: 0.1, expected: 31 },
  { n: 12, apart: 0.05, expected: 23 },
])("of $n scores, more make the bound's own factor smaller too", ({ n, apart, expected }) => {
  const values = Array.from({ length: n }, (_, i) => ({ value: 0.8 + ((i % 3) - 1) * apart }));
  const limit = over(0.8 - apart * 0.31);
  const { outcome, needed } = meanGate(values, limit);
  expect({ outcome, needed }).toEqual({ outcome: "undecided", needed: expected });
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
  expect(open.needed).toBe(331);
  expect(noWorseGate(comparePaired(pairs(8, 14, 300)), 0.05).outcome).toBe("undecided");
  expect(noWorseGate(comparePaired(pairs(9, 15, 335)), 0.05).outcome).toBe("met");
  expect(noWorseGate(null, 0.02)).toMatchObject({ outcome: "undecided", needed: null });
  expect(noWorseGate(comparePaired(pairs(1, 0, 1)), 0.02).outcome).toBe("undecided");
  const worst = comparePaired(pairs(0, 40, 1000));
  expect(noWorseGate(comparePaired(pairs(0, 0, 960)), 0.02, { worst }).outcome).toBe("undecided");
  const costlier = comparePaired(pairs(30, 0, 100));
  expect(noWorseGate(costlier, 0.02, { better: "lower" }).outcome).toBe("not-met");
});

test("identical runs say how many of them would show it", () => {
  const same = (n: number) => comparePaired(Array.from({ length: n }, () => ({ a: 1, b: 1 })));
  const { needed } = noWorseGate(same(20), 0.02);
  expect(needed).toBe(137);
  expect(noWorseGate(same(137), 0.02).outcome).toBe("met");
  expect(noWorseGate(same(136), 0.02).outcome).toBe("undecided");
});

test("scores that all stay the same are no worse, once there are enough and it is known how far they reach", () => {
  const same = comparePaired(
    Array.from({ length: 200 }, (_, index) => ({ a: index / 200, b: index / 200 })),
  );
  expect(noWorseGate(same, 0.02, { apart: 1 }).outcome).toBe("met");
  expect(noWorseGate(same, 0.02, { apart: 5 })).toMatchObject({
    outcome: "undecided",
    needed: expect.any(Number),
  });
  expect(noWorseGate(same, 0.02)).toMatchObject({ outcome: "undecided", needed: null });
});

test("by the point the estimate decides alone, unless what was not evaluated could turn it", () => {
  const point = { by: "point" } as const;
  expect(rateGate(tally(18, 2), over(0.8), point)).toMatchObject({
    outcome: "met",
    bound: expect.closeTo(0.7383369537, 9),
    needed: null,
  });
  expect(rateGate(tally(18, 2, 1), over(0.8), point).outcome).toBe("met");
  expect(rateGate(tally(18, 2, 10), over(0.8), point).outcome).toBe("undecided");
  expect(rateGate(tally(1, 0, 99), over(0.8), point).outcome).toBe("undecided");
  expect(rateGate(tally(0, 0, 9), over(0.8), point)).toMatchObject({ estimate: null });
  const scores = [0.9, 0.8, null].map((value) => ({ value }));
  expect(meanGate(scores.slice(0, 2), over(0.8), point).outcome).toBe("met");
  expect(meanGate(scores, over(0.8), point).outcome).toBe("undecided");
  expect(meanGate(scores, over(0.5), { ...point, range: null }).outcome).toBe("undecided");
  const under = { operator: "<", threshold: 3 } as const;
  expect(quantileGate([1, 2, 2], 0.5, under, point).outcome).toBe("met");
  expect(quantileGate([1, 2, null, null], 0.5, under, point).outcome).toBe("undecided");
});

test("a mean of which a part is unknown is bounded by what that part could be", () => {
  const whole = Array.from({ length: 40 }, () => ({ value: 1 }));
  expect(meanGate(whole, over(0.9)).outcome).toBe("met");
  const half = whole.map((each) => ({ ...each, ends: [0.5, 1] as const }));
  expect(meanGate(half, over(0.9))).toMatchObject({ outcome: "undecided", estimate: 1 });
  expect(meanGate(half, over(0.3)).outcome).toBe("met");
});

test("where all values are the same, so many as are needed decide it, and one fewer does not", () => {
  const same = (n: number) => Array.from({ length: n }, () => ({ value: 1 }));
  const { outcome, needed } = meanGate(same(10), over(0.9));
  expect(outcome).toBe("undecided");
  expect(needed).toBe(25);
  expect(meanGate(same(25), over(0.9)).outcome).toBe("met");
  expect(meanGate(same(24), over(0.9)).outcome).toBe("undecided");
});

test("a percentile says how many values would show it", () => {
  const under = { operator: "<", threshold: 3 } as const;
  const quick = (n: number) => new Array<number>(n).fill(1);
  const { outcome, needed } = quantileGate(quick(20), 0.95, under);
  expect({ outcome, needed }).toEqual({ outcome: "undecided", needed: 59 });
  expect(quantileGate(quick(59), 0.95, under).outcome).toBe("met");
  expect(quantileGate(quick(58), 0.95, under).outcome).toBe("undecided");
  const odd = [...quick(19), 9];
  expect(quantileGate(odd, 0.95, under)).toMatchObject({ outcome: "undecided", needed: null });
});

test("looked at after every case, a gate needs more than when it is looked at once", () => {
  expect(rateGate(tally(45, 5), over(0.8)).outcome).toBe("met");
  expect(sequentialRateGate(tally(45, 5), over(0.8)).outcome).toBe("undecided");
  expect(sequentialRateGate(tally(180, 20), over(0.8)).outcome).toBe("met");
  expect(sequentialRateGate(tally(10, 40), over(0.8)).outcome).toBe("not-met");
});

test("what is looked at after every case needs more cases than what is looked at once", () => {
  const { needed } = sequentialRateGate(tally(96, 24), over(0.7));
  const at = (cases: number) =>
    sequentialRateGate(tally(0.8 * cases, 0.2 * cases), over(0.7)).outcome;
  expect([needed, at(222), at(221)]).toEqual([222, "met", "undecided"]);
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
