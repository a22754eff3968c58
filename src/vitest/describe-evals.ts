import { afterAll, beforeAll, describe, test } from "vitest";
import { evalSuite } from "../project/describe-evals.ts";
import type { AgentInput } from "../project/evaluate.ts";
import type { RunOptions } from "../project/run-options.ts";
import type { DescribeOptions } from "../project/suite-plan.ts";
import type { EvalSetInput } from "../project/take-eval-set.ts";

/**
 * One test a case, the aligned diff as the failure message. All cases of a block are one run in the workspace's store.
 *
 * @example
 * describeEvals("agents/home", "agents/home/smoke.evalset.json");
 */
export function describeEvals(
  agent: AgentInput,
  evalSet: EvalSetInput | readonly EvalSetInput[],
  config?: RunOptions["config"],
  options?: DescribeOptions,
): void {
  const suite = evalSuite({ agent, evalSet, config, options });
  describe(suite.title, () => {
    beforeAll((_, { tasks }) => {
      // the tests stand in the order of the cases; a filter leaves some of them out
      suite.begin(suite.cases.filter((_each, at) => tasks[at]?.mode === "run"));
    });
    afterAll(() => suite.end());
    for (const each of suite.cases) {
      test(each.title, { timeout: suite.testTimeout, retry: 0 }, () => suite.check(each));
    }
  });
}
