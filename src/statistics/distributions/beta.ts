import { needProbability } from "../need-finite.ts";
import { stirlingRest } from "./log-beta.ts";
import { solveIncreasing } from "./solve-increasing.ts";

/** Share of the Beta(a, b) distribution at or below x: the regularised incomplete beta function. */
export function betaCdf(x: number, a: number, b: number): number {
  needShape(a, b);
  if (Number.isNaN(x)) throw new RangeError("the distribution is asked for a number");
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // the fraction converges fast on this side of the mean only
  if (x > (a + 1) / (a + b + 2)) return 1 - lowerTail(1 - x, b, a);
  return lowerTail(x, a, b);
}

/** The value below which a share p of the Beta(a, b) distribution lies. */
export function betaQuantile(p: number, a: number, b: number): number {
  needShape(a, b);
  needProbability(p, "the share of a quantile");
  return solveIncreasing((x) => betaCdf(x, a, b) - p, {
    low: 0,
    high: 1,
    slope: (x) => betaPower(x, a, b) / (x * (1 - x)),
  });
}

function lowerTail(x: number, a: number, b: number): number {
  return (betaPower(x, a, b) / a) * fraction(x, a, b);
}

/**
 * xᵃ(1−x)ᵇ / B(a, b), with what is large taken off before anything is subtracted: for counts of a hundred thousand
 * the plain logarithms would leave nine digits.
 */
export function betaPower(x: number, a: number, b: number): number {
  const whole = a + b;
  const rest = stirlingRest(whole) - stirlingRest(a) - stirlingRest(b);
  const away = deviance(a, whole * x) + deviance(b, whole * (1 - x));
  return Math.sqrt((a * b) / (2 * Math.PI * whole)) * Math.exp(rest - away);
}

/** n log(n/m) + m − n, also where n and m are close. */
function deviance(n: number, m: number): number {
  const v = (n - m) / (n + m);
  if (Math.abs(v) > 0.1) return n * Math.log(n / m) + m - n;
  let term = 2 * n * v;
  let sum = (n - m) * v;
  for (let odd = 3; ; odd += 2) {
    term *= v * v;
    const next = sum + term / odd;
    if (next === sum) return sum;
    sum = next;
  }
}

/** The continued fraction of the incomplete beta function, by Lentz' method. */
function fraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1), tiny);
  let value = d;
  for (let m = 1; m < 100_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d, tiny);
    c = away(1 + even / c, tiny);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d, tiny);
    c = away(1 + odd / c, tiny);
    const step = d * c;
    value *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return value;
}

/** Lentz' method never divides by nothing. */
function away(value: number, tiny: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}

function needShape(a: number, b: number): void {
  if (!(a > 0 && b > 0 && Number.isFinite(a + b))) {
    throw new RangeError(`Beta(${a}, ${b}) is no distribution`);
  }
}
