import { needProbability } from "../need-finite.ts";
import { betaCdf, betaPower } from "./beta.ts";
import { solveIncreasing } from "./solve-increasing.ts";

/** Share of Student's t distribution at or below t. */
export function tCdf(t: number, degrees: number): number {
  const tail = upperTail(Math.abs(t), degrees);
  return t > 0 ? 1 - tail : tail;
}

/** How likely a t as far from zero as this one, or further, is on either side. */
export function tTwoSided(t: number, degrees: number): number {
  return Math.min(1, 2 * upperTail(Math.abs(t), degrees));
}

/** The value below which a share p of Student's t distribution lies. */
export function tQuantile(p: number, degrees: number): number {
  needProbability(p, "the share of a quantile");
  needDegrees(degrees);
  if (p === 0.5) return 0;
  if (p < 0.5) return -upperQuantile(p, degrees);
  return upperQuantile(1 - p, degrees);
}

/** The t above which a share `tail`, under one half, lies. */
function upperQuantile(tail: number, degrees: number): number {
  let high = 1;
  while (upperTail(high, degrees) > tail) high *= 2;
  return solveIncreasing((t) => tail - upperTail(t, degrees), {
    low: high === 1 ? 0 : high / 2,
    high,
    slope: (t) => density(t, degrees),
  });
}

function upperTail(t: number, degrees: number): number {
  needDegrees(degrees);
  if (Number.isNaN(t)) throw new RangeError("the distribution is asked for a number");
  if (t === Number.POSITIVE_INFINITY) return 0;
  const square = t * t;
  // whichever of the two is small: near zero the other side would round it away
  return square < degrees
    ? 0.5 - 0.5 * betaCdf(square / (degrees + square), 0.5, degrees / 2)
    : 0.5 * betaCdf(degrees / (degrees + square), degrees / 2, 0.5);
}

function needDegrees(degrees: number): void {
  if (degrees > 0 && Number.isFinite(degrees)) return;
  throw new RangeError(`t has degrees of freedom, and not ${degrees}`);
}

function density(t: number, degrees: number): number {
  const share = (t * t) / (degrees + t * t);
  return t === 0 ? density(1e-9, degrees) : betaPower(share, 0.5, degrees / 2) / t;
}
