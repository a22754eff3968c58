import "../../core/need-runtime.ts";

export type { DescribeOptions } from "../eval-suite-plan.ts";
export type { ExpectedCall, ExpectedCalls, TrajectoryOptions } from "../expected-calls.ts";
export {
  assertGate,
  assertNoWorse,
  assertResponse,
  assertScore,
  assertTrajectory,
} from "./assertions.ts";
export { describeEvals } from "./describe-evals.ts";
