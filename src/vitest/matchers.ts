import type {
  ExpectedCalls,
  ResponseOptions,
  TrajectoryOptions,
} from "../project/eval-matchers.ts";

export { evalMatchers } from "../project/eval-matchers.ts";

declare global {
  namespace Chai {
    interface Assertion {
      /** The tools were called as expected: all calls in a list, or a list for each turn. */
      toFollowTrajectory(expected: ExpectedCalls, options?: TrajectoryOptions): void;
      /** The answer shares enough words with the reference. */
      toMatchResponse(reference: string | readonly string[], options?: ResponseOptions): void;
      /** A metric of an evaluated case scored at least so high. */
      toScore(metric: string, atLeast: number): void;
    }
  }
}
