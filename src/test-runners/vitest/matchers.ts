import type { ResponseOptions } from "../eval-matchers.ts";
import type { ExpectedCalls, TrajectoryOptions } from "../expected-calls.ts";

export { evalMatchers } from "../eval-matchers.ts";

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
