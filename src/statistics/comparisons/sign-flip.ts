import { mulberry32 } from "../means/mulberry32.ts";
import { sumOf } from "../means/sums.ts";
import { needFinite } from "../need-finite.ts";
import { mcnemar } from "./mcnemar.ts";

/** Up to so many differences every pattern of signs is tried: 2²⁰ of them. */
const EXACT_UP_TO = 20;

export interface SignFlip {
  readonly p: number;
  /** Whether every pattern of signs was tried; else so many were drawn. */
  readonly exact: boolean;
  readonly samples: number;
}

export interface SignFlipOptions {
  /** How many patterns to draw where there are too many to try all: 10,000 when left out. */
  readonly samples?: number;
  /** Same seed, same answer: 42 when left out. */
  readonly seed?: number;
}

/**
 * Whether differences on the same cases lie to one side: how likely a mean as far from zero is, when each difference
 * might as well have had the other sign. Asks nothing of how they are spread. Without a difference p is 1.
 */
export function signFlip(differences: readonly number[], options: SignFlipOptions = {}): SignFlip {
  needFinite(differences, "differences");
  // sorted, so that the order of the cases changes nothing
  const sizes = differences
    .filter((each) => each !== 0)
    .map(Math.abs)
    .sort((a, b) => b - a);
  const observed = Math.abs(sumOf(differences));
  const largest = sizes[0];
  if (largest === undefined) return { p: 1, exact: true, samples: 1 };
  if (largest === sizes.at(-1)) return { ...signTestOf(differences), exact: true };
  // sums of the same numbers in another order differ by rounding
  const reached = observed - 1e-12 * sumOf(sizes);
  return sizes.length <= EXACT_UP_TO ? exactly(sizes, reached) : drawn(sizes, reached, options);
}

/** The sign test: only which side each difference lies on, not how far. */
export function signTest(differences: readonly number[]): {
  readonly n: number;
  readonly positive: number;
  readonly p: number;
} {
  needFinite(differences, "differences");
  const positive = differences.filter((each) => each > 0).length;
  const negative = differences.filter((each) => each < 0).length;
  return { n: positive + negative, positive, p: mcnemar(positive, negative).exact };
}

/** Where all are of one size, the patterns need not be tried: their number is binomial. */
function signTestOf(differences: readonly number[]) {
  const { n, p } = signTest(differences);
  return { p, samples: 2 ** n };
}

/** Gray's code flips one sign a step; the first one stays, since the other half mirrors this one. */
function exactly(sizes: readonly number[], reached: number): SignFlip {
  const patterns = 2 ** (sizes.length - 1);
  const signs = sizes.map(() => 1);
  let sum = sumOf(sizes);
  let hits = 1;
  for (let pattern = 1; pattern < patterns; pattern += 1) {
    const flipped = 32 - Math.clz32(pattern & -pattern);
    const sign = signs[flipped] ?? 1;
    signs[flipped] = -sign;
    sum -= 2 * sign * (sizes[flipped] ?? 0);
    if (Math.abs(sum) >= reached) hits += 1;
  }
  return { p: hits / patterns, exact: true, samples: 2 * patterns };
}

/** What was seen counts as one of the draws, so that p is never 0. */
function drawn(
  sizes: readonly number[],
  reached: number,
  { samples = 10_000, seed = 42 }: SignFlipOptions,
): SignFlip {
  const random = mulberry32(seed);
  let hits = 1;
  for (let sample = 0; sample < samples; sample += 1) {
    let sum = 0;
    for (const size of sizes) sum += random() < 0.5 ? size : -size;
    if (Math.abs(sum) >= reached) hits += 1;
  }
  return { p: hits / (samples + 1), exact: false, samples };
}
