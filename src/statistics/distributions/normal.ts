import { needProbability } from "../need-finite.ts";

const ROOT_TAU = Math.sqrt(2 * Math.PI);

/** The normal distribution's height at x. */
function density(x: number): number {
  return Math.exp((-x * x) / 2) / ROOT_TAU;
}

/** Share of the standard normal distribution at or below x. */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) throw new RangeError("the distribution is asked for a number");
  if (x > 0) return 1 - normalCdf(-x);
  return x < -1.5 ? farTail(-x) : 0.5 - middle(-x);
}

/**
 * The value below which a share p of the standard normal distribution lies: the one quantile of the house. 0.975
 * gives 1.959963984540054, that of every 95 % interval.
 */
export function normalQuantile(p: number): number {
  needProbability(p, "the share of a quantile");
  if (p === 0.5) return 0;
  if (p > 0.5) return -lowerQuantile(1 - p);
  return lowerQuantile(p);
}

/** A rough first value (Abramowitz and Stegun 26.2.23), then Halley's steps on the distribution itself. */
function lowerQuantile(p: number): number {
  const t = Math.sqrt(-2 * Math.log(p));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  let x = above / below - t;
  for (let step = 0; step < 3; step += 1) {
    const off = (normalCdf(x) - p) / density(x);
    x -= off / (1 + (x * off) / 2);
  }
  return x;
}

/** From 0 to x: a series of positive terms, so nothing cancels. */
function middle(x: number): number {
  let term = x;
  let sum = x;
  for (let odd = 3; ; odd += 2) {
    term *= (x * x) / odd;
    const next = sum + term;
    if (next === sum) return density(x) * sum;
    sum = next;
  }
}

/** Above x, for x above 1.5: Laplace's continued fraction, from its end. */
function farTail(x: number): number {
  let below = x;
  // so many levels that the last one cannot be seen: the nearer to the middle, the more
  for (let level = Math.ceil(700 / (x * x)); level > 0; level -= 1) below = x + level / below;
  return density(x) / below;
}
