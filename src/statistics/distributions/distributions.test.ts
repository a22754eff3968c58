import fc from "fast-check";
import { expect, test } from "vitest";
import { betaCdf, betaQuantile } from "./beta.ts";
import { binomialCdf, binomialPmf, binomialQuantile } from "./binomial.ts";
import { logGamma } from "./log-beta.ts";
import { normalCdf, normalQuantile } from "./normal.ts";
import { tCdf, tQuantile } from "./student-t.ts";

// every outcome of this file is what SciPy 1.17 gives

test.each([
  [100_000, 3, 0.05, 0.9999370446751186],
  [8, 0.5, 0.05, 0.7807163652049766],
  [50.5, 0.5, 0.975, 0.9999902283366982],
  [100_000, 1000, 0.999, 0.9910341425904643],
  [0.5, 50.5, 0.05, 3.912452094091801e-5],
  [300, 2, 0.001, 0.9697402692702158],
  [5, 5000, 0.975, 0.0020454042609904287],
  [1, 0.5, 0.025, 0.049375],
  [3, 1, 0.001, 0.1],
  [100_000, 100_000, 1e-6, 0.49468565351517063],
])("a quantile of Beta(%d, %d) at %d", (a, b, p, value) => {
  expect(betaQuantile(p, a, b)).toBeCloseTo(value, 12);
});

test.each([
  [5, 2, 0.2, 0.0016],
  [8, 3, 0.8, 0.6777995264],
  [1000, 3, 0.999, 0.9194224096397954],
  [2, 1000, 0.0001, 0.004683817085599116],
  [20, 1, 0.5, 9.5367431640625e-7],
  [20, 8, 0.999, 1],
  [100_000, 100_000, 0.5, 0.5],
])("Beta(%d, %d) at or below %d", (a, b, x, share) => {
  expect(betaCdf(x, a, b)).toBeCloseTo(share, 12);
});

test.each([
  [19, 0.95, 1.7291328115213682],
  [7, 0.9999, 7.063432828157639],
  [4, 0.995, 4.604094871349992],
  [100_000, 0.2, -0.8416248279969006],
  [2, 0.6, 0.2886751345948128],
  [1, 0.5, 0],
])("a quantile of t with %d degrees at %d", (degrees, p, value) => {
  expect(tQuantile(p, degrees)).toBeCloseTo(value, 11);
});

test.each([
  [4, 0.1, 0.5374220795302733],
  [9999, 5, 0.9999997084831795],
  [99, -0.5, 0.3090923220122031],
  [1, -8, 0.039583424160565546],
])("t with %d degrees at or below %d", (degrees, t, share) => {
  expect(tCdf(t, degrees)).toBeCloseTo(share, 12);
});

test.each([
  [1e-12, -7.034483825301131],
  [1e-6, -4.753424308822899],
  [0.025, -1.9599639845400545],
  [0.3, -0.5244005127080409],
  [0.5, 0],
  [0.6, 0.2533471031357997],
  [0.95, 1.6448536269514722],
  [0.975, 1.959963984540054],
])("the normal quantile at %d", (p, value) => {
  expect(normalQuantile(p)).toBeCloseTo(value, 14);
});

test("shares of the normal distribution hold their digits far out", () => {
  expect(normalCdf(-8) / 6.22096057427174e-16).toBeCloseTo(1, 12);
  expect(normalCdf(-5) / 2.866515718791933e-7).toBeCloseTo(1, 12);
  expect(normalCdf(-1.5)).toBeCloseTo(0.06680720126885807, 15);
  expect(normalCdf(0)).toBe(0.5);
  expect(normalCdf(2)).toBeCloseTo(0.9772498680518208, 15);
});

test("log gamma, small and large", () => {
  expect(logGamma(0.1)).toBeCloseTo(2.252712651734206, 13);
  expect(logGamma(11)).toBeCloseTo(15.104412573075516, 12);
  expect(logGamma(1e6) / 12815504.569147611).toBeCloseTo(1, 14);
});

test("quantiles undo shares", () => {
  const shape = fc.double({ min: 0.3, max: 3000, noNaN: true });
  const share = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });
  fc.assert(
    fc.property(shape, shape, share, (a, b, p) => {
      // near an end of [0, 1] doubles lie too far apart to show the share
      const x = betaQuantile(p, a, b);
      fc.pre(x > 1e-12 && x < 1 - 1e-9);
      expect(betaCdf(x, a, b)).toBeCloseTo(p, 8);
    }),
  );
  fc.assert(
    fc.property(shape, share, (degrees, p) => {
      expect(tCdf(tQuantile(p, degrees), degrees)).toBeCloseTo(p, 11);
      expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 14);
    }),
  );
});

test("binomial chances add up, and their quantile is the first that reaches the share", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.double({ min: 0.001, max: 0.999, noNaN: true }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      (n, p, share) => {
        let sum = 0;
        for (let k = 0; k <= n; k += 1) {
          sum += binomialPmf(k, n, p);
          expect(binomialCdf(k, n, p)).toBeCloseTo(sum, 10);
        }
        const quantile = binomialQuantile(share, n, p);
        expect(binomialCdf(quantile, n, p)).toBeGreaterThanOrEqual(share);
        expect(binomialCdf(quantile - 1, n, p)).toBeLessThan(share);
      },
    ),
    { numRuns: 50 },
  );
});

test("what is no number is refused", () => {
  expect(() => normalQuantile(1)).toThrow(RangeError);
  expect(() => normalQuantile(Number.NaN)).toThrow(RangeError);
  expect(() => tQuantile(0.9, 0)).toThrow(RangeError);
  expect(() => betaCdf(0.5, 0, 1)).toThrow(RangeError);
  expect(() => binomialPmf(3, 2, 0.5)).toThrow(RangeError);
  expect(() => logGamma(0)).toThrow(RangeError);
});
