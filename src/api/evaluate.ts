import { UserFacingError } from "../core/errors.ts";
import { isObject, shown } from "../core/schema/parse-context.ts";
import type { EvalSetInput } from "../project/eval-sets/resolve-eval-sets.ts";
import { checkAfterEachTest, guardFloatingPromise } from "./guard-floating-promise.ts";
import { runEvaluation } from "./run-evaluation.ts";
import { checkOptions, type RunOptions, resolveRequest, runOptionNames } from "./run-options.ts";
import type { RunResult } from "./run-result.ts";

/** A folder or file of an agent, a function, an agent of any framework that is known, or an `Agent`. */
export type AgentInput = string | URL | object;

/** What to evaluate, and how. */
export interface EvaluateOptions extends RunOptions {
  readonly agent: AgentInput;
  /** One set or several; without any, all sets below the agent's folder. */
  readonly evalSet?: EvalSetInput | readonly EvalSetInput[] | undefined;
}

/**
 * Runs every conversation of an eval set with an agent, and scores it.
 *
 * @example
 * const run = await evaluate({ agent: "agents/weather", evalSet: "evals/smoke.evalset.json" });
 * if (!run.passed) process.exitCode = run.exitCode;
 */
export function evaluate(options: EvaluateOptions): Promise<RunResult>;
export function evaluate(
  agent: AgentInput,
  evalSet: EvalSetInput | readonly EvalSetInput[],
  options?: RunOptions,
): Promise<RunResult>;
export function evaluate(...given: unknown[]): Promise<RunResult> {
  const call = resolveCall("evaluate", given);
  return guardFloatingPromise("evaluate(…)", async () => {
    const { agent, evalSet, options } = call();
    return runEvaluation(await resolveRequest(agent, evalSet, options), options, { isHeld: true });
  });
}

// runners that want their hooks early get them when this file is loaded
checkAfterEachTest();

export interface EvaluateCall {
  readonly agent: unknown;
  readonly evalSet: EvalSetInput | readonly EvalSetInput[] | undefined;
  readonly options: RunOptions;
}

/** Both ways of calling, as one; mistakes are reported where the result is awaited. */
export function resolveCall(
  name: string,
  given: readonly unknown[],
  known: readonly string[] = runOptionNames,
): () => EvaluateCall {
  return () => {
    if (given.length > 1) {
      const [agent, evalSet, options = {}] = given;
      checkOptions(name, options as RunOptions, known);
      return { agent, evalSet: evalSet as EvalSetInput, options: options as RunOptions };
    }
    const [only] = given;
    if (!isObject(only) || !("agent" in only)) throw withoutAgent(name, only);
    const { agent, evalSet, ...options } = only as unknown as EvaluateOptions;
    checkOptions(name, options, ["agent", "evalSet", ...known]);
    return { agent, evalSet, options };
  };
}

function withoutAgent(name: string, given: unknown): UserFacingError {
  const message = `${name} was given ${what(given)}.`;
  return new UserFacingError("cli/usage", message, {
    hint: `Write ${name}({ agent, evalSet, … })${name === "runEvals" ? "" : `, or ${name}(agent, evalSet, …)`}.`,
  });
}

function what(given: unknown): string {
  if (given === undefined) return "nothing";
  return isObject(given) ? "options without an agent" : shown(given);
}
