import type { RunResult } from "../../api/run-result.ts";
import type { ResponseOptions } from "../eval-matchers.ts";
import type { ExpectedCalls, TrajectoryOptions } from "../expected-calls.ts";
import type { GateMatcherOptions } from "../gate-matchers.ts";

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
      /** The run shows what is asked of it as a whole: `pass-rate > 0.9`. What cannot be told fails, also behind `not`. */
      toPassGate(conditions: string | readonly string[], options?: GateMatcherOptions): R;
      /** The run is shown to be no worse than another by more than the margin, in its pass rate or in a metric. */
      toBeNoWorseThan(baseline: RunResult, margin: number, metric?: string): R;
    }
  }
}
