export type { ExpectedCall, ExpectedCalls, TrajectoryOptions } from "../project/eval-matchers.ts";
export { evalMatchers } from "../project/eval-matchers.ts";
export type { DescribeOptions } from "../project/suite-plan.ts";
export { describeEvals } from "./describe-evals.ts";
