import type { EvalSetInput } from "../project/eval-sets/resolve-eval-sets.ts";
import { type AgentInput, type EvaluateOptions, resolveCall } from "./evaluate.ts";
import { guardFloatingPromise } from "./guard-floating-promise.ts";
import { runEvaluation } from "./run-evaluation.ts";
import {
  earlyEndOptionNames,
  gateOptionNames,
  type RunOptions,
  resolveRequest,
  runOptionNames,
} from "./run-options.ts";
import type { RunResult } from "./run-result.ts";
import { type ScoreOptions, scoreResult } from "./score-saved.ts";

const notScored = [
  "config",
  "criteria",
  "metrics",
  "require",
  ...gateOptionNames,
  ...earlyEndOptionNames,
] as const;
type NotScored = (typeof notScored)[number];

/** Conversations that have run and are not scored yet. Its cases are not evaluated, so the run is incomplete. */
export interface Collected extends RunResult {
  /** Scores them, as a run of its own. */
  score(options?: ScoreOptions): Promise<RunResult>;
}

/**
 * Runs every conversation of an eval set and scores none, so that it can be done later and as often as needed.
 *
 * @example
 * const collected = await collect(agent, "evals/smoke.evalset.json", { trials: 3 });
 * await collected.save("smoke.run.jsonl");
 */
export function collect(options: Omit<EvaluateOptions, NotScored>): Promise<Collected>;
export function collect(
  agent: AgentInput,
  evalSet: EvalSetInput | readonly EvalSetInput[],
  options?: Omit<RunOptions, NotScored>,
): Promise<Collected>;
export function collect(...given: unknown[]): Promise<Collected> {
  const call = resolveCall("collect", given, known);
  return guardFloatingPromise("collect(…)", async () => {
    const { agent, evalSet, options } = call();
    const request = await resolveRequest(agent, evalSet, options);
    const run = await runEvaluation({ ...request, config: "nothing" }, options);
    const { store, cwd } = options;
    return {
      ...run,
      score: (more = {}) =>
        guardFloatingPromise("score(…)", () => scoreResult(run, { store, cwd, ...more })),
    };
  });
}

/** What decides is said when it is scored. */
const known = runOptionNames.filter((name) => !(notScored as readonly string[]).includes(name));
