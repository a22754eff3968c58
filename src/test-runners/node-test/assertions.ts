import { AssertionError } from "node:assert";
import type { RunResult } from "../../api/run-result.ts";
import {
  type ResponseOptions,
  toFollowTrajectory,
  toMatchResponse,
  toScore,
} from "../eval-matchers.ts";
import type { ExpectedCalls, TrajectoryOptions } from "../expected-calls.ts";
import { type GateMatcherOptions, toBeNoWorseThan, toPassGate } from "../gate-matchers.ts";
import type { MatcherAnswer } from "../matcher-answer.ts";

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

/** Throws unless the run shows what is asked of it as a whole: `pass-rate > 0.9`. */
export function assertGate(
  run: RunResult,
  conditions: string | readonly string[],
  options?: GateMatcherOptions,
): void {
  check(toPassGate(run, conditions, options), assertGate);
}

/** Throws unless the run is shown to be no worse than another by more than the margin. */
export function assertNoWorse(
  run: RunResult,
  baseline: RunResult,
  margin: number,
  metric?: string,
): void {
  check(toBeNoWorseThan(run, baseline, margin, metric), assertNoWorse);
}

// biome-ignore lint/complexity/noBannedTypes: node's own option asks for a function of any kind
function check({ pass, message }: MatcherAnswer, stackStartFn: Function): void {
  if (!pass) throw new AssertionError({ message: message(), stackStartFn });
}
