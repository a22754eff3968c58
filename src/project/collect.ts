import { type AgentInput, type EvaluateOptions, takeCall } from "./evaluate.ts";
import { holdRun } from "./hold-run.ts";
import { mustBeAwaited } from "./must-be-awaited.ts";
import { type RunOptions, runOptionNames, takeRequest } from "./run-options.ts";
import type { RunResult } from "./run-result.ts";
import { type ScoreOptions, scoreResult } from "./score-saved.ts";
import type { EvalSetInput } from "./take-eval-set.ts";

const notScored = ["config", "criteria", "metrics", "require"] as const;
type NotScored = (typeof notScored)[number];

/** Conversations that were held and not scored yet. Its cases are not evaluated, so the run is incomplete. */
export interface Collected extends RunResult {
  /** Scores them, as a run of its own. */
  score(options?: ScoreOptions): Promise<RunResult>;
}

/**
 * Holds every conversation of an eval set and scores none, so that it can be done later and as often as needed.
 *
 * @example
 * const held = await collect(agent, "evals/smoke.evalset.json", { trials: 3 });
 * await held.save("smoke.run.jsonl");
 */
export function collect(options: Omit<EvaluateOptions, NotScored>): Promise<Collected>;
export function collect(
  agent: AgentInput,
  evalSet: EvalSetInput | readonly EvalSetInput[],
  options?: Omit<RunOptions, NotScored>,
): Promise<Collected>;
export function collect(...given: unknown[]): Promise<Collected> {
  const call = takeCall("collect", given, known);
  return mustBeAwaited("collect(…)", async () => {
    const { agent, evalSet, options } = call();
    const request = await takeRequest(agent, evalSet, options);
    const run = await holdRun({ ...request, config: "nothing" }, options);
    const { store, cwd } = options;
    return {
      ...run,
      score: (more = {}) =>
        mustBeAwaited("score(…)", () => scoreResult(run, { store, cwd, ...more })),
    };
  });
}

/** What decides is said when it is scored. */
const known = runOptionNames.filter((name) => !(notScored as readonly string[]).includes(name));
