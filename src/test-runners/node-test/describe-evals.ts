import { after, describe, test } from "node:test";
import type { AgentInput } from "../../api/evaluate.ts";
import type { EvalSetInput } from "../../project/eval-sets/resolve-eval-sets.ts";
import { evalSuite, RUNNER_TIMEOUT } from "../eval-suite.ts";
import type { DescribeOptions } from "../eval-suite-plan.ts";

/**
 * What `evaluate` does, as tests: one test a case, the aligned diff as the failure message. All cases of a block are one
 * run in the workspace's store.
 *
 * @example
 * describeEvals("agents/home", "agents/home/smoke.evalset.json");
 */
export function describeEvals(
  agent: AgentInput,
  evalSet: EvalSetInput | readonly EvalSetInput[],
  options?: DescribeOptions,
): void {
  const suite = evalSuite({ agent, evalSet, options });
  const { concurrency } = suite;
  const timeout = RUNNER_TIMEOUT;
  // the runner waits for what describe returns by itself
  void describe(suite.title, { concurrency, timeout }, () => {
    after(() => suite.end(), { timeout });
    for (const each of suite.cases) {
      const skip = each.quarantine ?? false;
      void test(each.title, { timeout, skip }, () => suite.check(each));
    }
  });
}
