import "../core/need-runtime.ts";

export type { ExpectedCall, ExpectedCalls, TrajectoryOptions } from "../project/eval-matchers.ts";
export type { DescribeOptions } from "../project/suite-plan.ts";
export {
  assertResponse,
  assertScore,
  assertTrajectory,
} from "./assertions.ts";
export { describeEvals } from "./describe-evals.ts";
