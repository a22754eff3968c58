import { afterAll, beforeAll, describe, test } from "vitest";
import type { AgentInput } from "../../api/evaluate.ts";
import type { EvalSetInput } from "../../project/eval-sets/resolve-eval-sets.ts";
import { evalSuite, RUNNER_TIMEOUT } from "../eval-suite.ts";
import type { DescribeOptions } from "../eval-suite-plan.ts";
import { guardTasks } from "./guard-tasks.ts";

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
  const { tasks } = describe(suite.title, () => {
    // the tests stand in the order of the cases; by now a filter has removed some of them
    beforeAll(() => {
      guardTasks(tasks);
      suite.begin(suite.cases.filter((_, at) => isToRun(tasks[at])));
    }, RUNNER_TIMEOUT);
    afterAll(() => suite.end(), RUNNER_TIMEOUT);
    for (const each of suite.cases) {
      const define = each.quarantine === undefined ? test : test.skip;
      define(each.title, { timeout: RUNNER_TIMEOUT, retry: 0 }, () => suite.check(each));
    }
  });
}

function isToRun(task: object | undefined): boolean {
  return task !== undefined && "mode" in task && task.mode !== "skip" && task.mode !== "todo";
}
