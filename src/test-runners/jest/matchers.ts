import type { ResponseOptions } from "../eval-matchers.ts";
import type { ExpectedCalls, TrajectoryOptions } from "../expected-calls.ts";

export { evalMatchers } from "../eval-matchers.ts";

declare global {
  namespace jest {
    // the parameters are those of @types/jest, which this is merged with
    interface Matchers<R, T> {
      /** The tools were called as expected: all calls in a list, or a list for each turn. */
      toFollowTrajectory(expected: ExpectedCalls, options?: TrajectoryOptions): R;
      /** The answer shares enough words with the reference. */
      toMatchResponse(reference: string | readonly string[], options?: ResponseOptions): R;
      /** A metric of an evaluated case scored at least so high. */
      toScore(metric: string, atLeast: number): R;
    }
  }
}
