export type { ExpectedCalls, TrajectoryOptions } from "../project/eval-matchers.ts";
export { evalMatchers } from "../project/eval-matchers.ts";
export type { GivenEvalSet } from "../project/open-eval-sets.ts";
export type { DescribeOptions, GivenAgent, GivenConfig } from "../project/suite-plan.ts";
export { describeEvals } from "./describe-evals.ts";
