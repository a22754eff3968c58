import { exactMean } from "../core/numbers/mean.ts";

/** 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/** Wilson's 95 % interval of a rate; undefined where there is too little to speak of one. */
export function wilson(passed: number, of: number): readonly [number, number] | undefined {
  if (of < 2) return undefined;
  const share = passed / of;
  const spread = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  const middle = share + (Z * Z) / (2 * of);
  const scale = 1 + (Z * Z) / of;
  const low = passed === 0 ? 0 : (middle - spread) / scale;
  const high = passed === of ? 1 : (middle + spread) / scale;
  return [low, high];
}

/** How far values lie apart. */
export interface Spread {
  readonly min: number;
  readonly max: number;
  /** Of a sample, so with n − 1; undefined for a single value, of which nothing can be said. */
  readonly standardDeviation: number | undefined;
}

/** Undefined when there is no value. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  const mean = exactMean(values);
  if (mean === undefined) return undefined;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    min: values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    max: values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
    standardDeviation: values.length < 2 ? undefined : Math.sqrt(squares / (values.length - 1)),
  };
}

/** The chance that at least one of k trials passes, from `passed` of n; undefined for fewer than k trials. */
export function passAtK(trials: number, passed: number, k: number): number | undefined {
  if (k < 1 || trials < k) return undefined;
  const missed = trials - passed;
  if (missed < k) return 1;
  let allMissed = 1;
  for (let each = 0; each < k; each += 1) allMissed *= (missed - each) / (trials - each);
  return 1 - allMissed;
}

/** The chance that all of k trials pass; what is left of a rate when it must hold every time. */
export function passHatK(trials: number, passed: number, k: number): number | undefined {
  if (k < 1 || trials < k) return undefined;
  let allPassed = 1;
  for (let each = 0; each < k; each += 1) allPassed *= Math.max(0, passed - each) / (trials - each);
  return allPassed;
}
