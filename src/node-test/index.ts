export type { ExpectedCalls, TrajectoryOptions } from "../project/eval-matchers.ts";
export type { GivenEvalSet } from "../project/open-eval-sets.ts";
export type { DescribeOptions, GivenAgent, GivenConfig } from "../project/suite-plan.ts";
export {
  assertResponse,
  assertScore,
  assertTrajectory,
} from "./assertions.ts";
export { describeEvals } from "./describe-evals.ts";
