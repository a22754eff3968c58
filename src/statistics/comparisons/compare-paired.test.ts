import fc from "fast-check";
import { expect, test } from "vitest";
import { bonettPrice } from "./bonett-price.ts";
import { comparePaired } from "./compare-paired.ts";
import { adjustForMany, comparisonVerdict } from "./comparison-verdict.ts";
import type { Pair } from "./paired-difference.ts";
import { plannedCases, plannedPairs } from "./planned-cases.ts";
import { signFlip } from "./sign-flip.ts";

function verdicts(wins: number, losses: number, n: number): readonly Pair[] {
  return Array.from({ length: n }, (_, i) => ({
    a: i < wins ? 0 : 1,
    b: i >= wins && i < wins + losses ? 0 : 1,
  }));
}

test("verdicts of one trial are compared by McNemar's mid-p and the interval of Bonett and Price", () => {
  const compared = comparePaired(verdicts(10, 2, 50));
  expect(compared).toMatchObject({ wins: 10, losses: 2, ties: 38 });
  expect(compared?.difference).toMatchObject({
    estimate: 0.16,
    interval: bonettPrice({ wins: 10, losses: 2, n: 50 }),
    p: expect.closeTo(0.0224609375, 9),
    method: "mcnemar-midp",
  });
  expect(comparisonVerdict(compared)).toBe("better");
  expect(comparisonVerdict(comparePaired(verdicts(2, 10, 50)))).toBe("worse");
});

test("the other direction changes who wins, not the difference", () => {
  const compared = comparePaired(verdicts(10, 2, 50), { better: "lower" });
  expect(compared).toMatchObject({ wins: 2, losses: 10, difference: { estimate: 0.16 } });
  expect(comparisonVerdict(compared, { better: "lower" })).toBe("worse");
});

test("a run against itself: no difference, p of 1, no interval, and more cases say more", () => {
  for (const [n, word] of [
    [1, "too-few"],
    [10, "too-few"],
    [100, "no-evidence"],
  ] as const) {
    const compared = comparePaired(verdicts(0, 0, n));
    expect(compared).toMatchObject({
      difference: { estimate: 0, interval: null, p: 1 },
      wins: 0,
      losses: 0,
      ties: n,
      detectable: null,
    });
    expect(comparisonVerdict(compared)).toBe(word);
  }
});

test("too few is told from no evidence by what could have been seen", () => {
  const few = comparePaired(verdicts(3, 2, 20));
  expect(few?.detectable).toBeGreaterThan(0.1);
  expect(comparisonVerdict(few)).toBe("too-few");
  expect(comparisonVerdict(few, { detect: 0.5 })).toBe("no-evidence");
  expect(comparisonVerdict(comparePaired(verdicts(12, 10, 400)))).toBe("no-evidence");
});

test("shares of trials: signs up to twenty cases that differ, t above", () => {
  const some = Array.from({ length: 30 }, (_, i) => ({
    a: 0.4,
    b: i < 20 ? 0.4 + (i % 3) / 5 : 0.4,
  }));
  expect(comparePaired(some)?.difference.method).toBe("sign-flip");
  const many = Array.from({ length: 60 }, (_, i) => ({ a: 0.4, b: 0.2 + (i % 5) / 5 }));
  expect(comparePaired(many)?.difference.method).toBe("paired-t");
  const asked = comparePaired(verdicts(3, 1, 30), { verdicts: false });
  expect(asked?.difference.method).toBe("sign-flip");
});

test("clusters that all moved alike have no spread, while their signs still tell", () => {
  const alike = ["a", "b", "c", "d", "e", "f", "g"].flatMap((cluster) => [
    { a: 0, b: 0.5, cluster },
    { a: 0.5, b: 1, cluster },
  ]);
  expect(comparePaired(alike)?.difference).toMatchObject({
    interval: null,
    p: expect.closeTo(2 ** -6, 12),
    method: "clustered-t",
  });
});

test("swapping the runs turns the difference round and nothing else", () => {
  const pair = fc.record({ a: fc.integer({ min: 0, max: 5 }), b: fc.integer({ min: 0, max: 5 }) });
  fc.assert(
    fc.property(fc.array(pair, { minLength: 2, maxLength: 40 }), (pairs) => {
      const there = comparePaired(pairs);
      const back = comparePaired(pairs.map(({ a, b }) => ({ a: b, b: a })));
      expect(back?.difference.estimate).toBeCloseTo(-(there?.difference.estimate ?? 0), 12);
      expect(back?.difference.p).toBeCloseTo(there?.difference.p ?? 0, 12);
      expect(back).toMatchObject({ wins: there?.losses, losses: there?.wins, a: there?.b });
    }),
    { numRuns: 30 },
  );
});

test("Holm over the metrics leaves out what has no p", () => {
  const one = comparePaired(verdicts(10, 2, 50));
  const none = comparePaired([{ a: 0, b: 1, cluster: "x" }]);
  const adjusted = adjustForMany([one, none, one].filter((each) => each !== null));
  expect(adjusted.map(({ difference }) => difference.pAdjusted)).toEqual([
    expect.closeTo(0.044921875, 9),
    null,
    expect.closeTo(0.044921875, 9),
  ]);
});

test("signs that are drawn come near those that are all tried", () => {
  const differences = Array.from({ length: 20 }, (_, i) => Math.sin(i * i) + 0.2);
  const exact = signFlip(differences);
  const drawn = signFlip([...differences, 1e-6, -1.5e-6], { samples: 20_000 });
  expect([exact.exact, drawn.exact]).toEqual([true, false]);
  expect(Math.abs(exact.p - drawn.p)).toBeLessThan(0.01);
});

test("a plan keeps a reserve over the bare formula", () => {
  expect(plannedCases(0.03, { betweenCases: 1 / 9 })).toBe(1111);
  expect(plannedPairs(0.2, 0.1)).toBe(179);
  expect(plannedPairs(0.05, 0.1)).toBeNull();
});
