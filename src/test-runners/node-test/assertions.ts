import { AssertionError } from "node:assert";
import {
  type MatcherAnswer,
  type ResponseOptions,
  toFollowTrajectory,
  toMatchResponse,
  toScore,
} from "../eval-matchers.ts";
import type { ExpectedCalls, TrajectoryOptions } from "../expected-calls.ts";

/** Throws with the aligned diff unless the tools were called as expected. */
export function assertTrajectory(
  actual: unknown,
  expected: ExpectedCalls,
  options?: TrajectoryOptions,
): void {
  check(toFollowTrajectory(actual, expected, options), assertTrajectory);
}

/** Throws unless the answer shares enough words with the reference. */
export function assertResponse(
  actual: unknown,
  reference: string | readonly string[],
  options?: ResponseOptions,
): void {
  check(toMatchResponse(actual, reference, options), assertResponse);
}

/** Throws unless a metric of an evaluated case scored at least so high. */
export function assertScore(actual: unknown, metric: string, atLeast: number): void {
  check(toScore(actual, metric, atLeast), assertScore);
}

// biome-ignore lint/complexity/noBannedTypes: node's own option asks for a function of any kind
function check({ pass, message }: MatcherAnswer, stackStartFn: Function): void {
  if (!pass) throw new AssertionError({ message: message(), stackStartFn });
}
