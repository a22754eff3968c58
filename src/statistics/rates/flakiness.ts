import { needCount } from "../need-finite.ts";

/** How likely at least one of `tests` fails by accident, when each does so with the chance `flake`. */
export function chanceOfFalseRed(flake: number, tests: number): number {
  needCount(tests, "the number of tests");
  return -Math.expm1(tests * Math.log1p(-needShare(flake)));
}

/** How likely a case that passes with the chance `rate` turns green when it is tried again until it does. */
export function chanceAfterRetries(rate: number, retries: number): number {
  needCount(retries, "the number of retries");
  return 1 - (1 - needShare(rate)) ** (retries + 1);
}

function needShare(share: number): number {
  if (share >= 0 && share <= 1) return share;
  throw new RangeError(`a chance lies between 0 and 1, not at ${share}`);
}
