import type { AgentInput } from "../../api/evaluate.ts";
import type { EvalSetInput } from "../../project/eval-sets/resolve-eval-sets.ts";
import { evalSuite, RUNNER_TIMEOUT } from "../eval-suite.ts";
import type { DescribeOptions } from "../eval-suite-plan.ts";

type DefineTest = (title: string, run: () => Promise<void>, timeout: number) => void;

/** As much of Jest's globals as is used; Jest itself is no dependency of ours. */
interface JestGlobals {
  readonly describe: (title: string, define: () => void) => void;
  readonly test: {
    readonly concurrent: DefineTest;
    readonly skip: DefineTest;
  };
  readonly afterAll: (end: () => Promise<void>, timeout: number) => void;
}

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
  const { describe, test, afterAll } = jestGlobals();
  describe(suite.title, () => {
    afterAll(() => suite.end(), RUNNER_TIMEOUT);
    for (const each of suite.cases) {
      const define = each.quarantine === undefined ? test.concurrent : test.skip;
      define(each.title, () => suite.check(each), RUNNER_TIMEOUT);
    }
  });
}

function jestGlobals(): JestGlobals {
  const found = globalThis as Partial<JestGlobals>;
  if (typeof found.test?.concurrent === "function") return found as JestGlobals;
  throw new Error(
    "describeEvals needs Jest's globals: leave injectGlobals on, and run this file with Jest.",
  );
}
