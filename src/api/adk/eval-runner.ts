import { UserFacingError } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { isObject, shown } from "../../core/schema/parse-context.ts";
import type { PlainEvalSet } from "../../project/eval-sets/resolve-eval-sets.ts";
import type { AgentInput } from "../evaluate.ts";
import { guardFloatingPromise } from "../guard-floating-promise.ts";
import { runEvaluation } from "../run-evaluation.ts";
import {
  checkOptions,
  earlyEndOptionNames,
  gateOptionNames,
  type RunOptions,
  resolveRequest,
  runOptionNames,
} from "../run-options.ts";
import type { CaseVerdict, RunResult } from "../run-result.ts";

/** What makes no sense for one case. */
const ofWholeRuns = ["cases", "tags", ...gateOptionNames, ...earlyEndOptionNames] as const;
type OfWholeRuns = (typeof ofWholeRuns)[number];

export interface EvalRunnerOptions extends Omit<RunOptions, OfWholeRuns> {
  readonly agent: AgentInput;
}

/** A case as people write it: whole, a single turn, or a row of the old format. */
export type CaseInput = EvalCase | Readonly<Record<string, unknown>>;

/** What came of one case. */
export interface CaseRun extends CaseVerdict {
  readonly runId: string;
  /** The run that the case was. */
  readonly run: RunResult;
}

/**
 * Evaluates cases one by one, each when it is asked for.
 *
 * @example
 * const runner = new EvalRunner({ agent, config: { criteria: { response_match_score: 0.8 } } });
 * const result = await runner.runCase({ user_content: "Hello", final_response: "Hello!" });
 */
export class EvalRunner {
  readonly #options: EvalRunnerOptions;

  constructor(options: EvalRunnerOptions) {
    checkOptions("EvalRunner", options, ["agent", ...known]);
    this.#options = options;
  }

  /** Runs the conversation of a case and scores it. */
  runCase(given: CaseInput, options: Omit<RunOptions, OfWholeRuns> = {}): Promise<CaseRun> {
    return guardFloatingPromise("runCase(…)", async () => {
      checkOptions("runCase", options, known);
      const { agent, ...own } = this.#options;
      const asked = { ...own, ...options };
      const run = await runEvaluation(await resolveRequest(agent, setOf(given), asked), asked);
      const [verdict] = run.cases;
      if (verdict === undefined) {
        throw new UserFacingError("run/not-found", "The run was stopped before its case ended.", {
          hint: "Nothing is known of the case; run it again.",
        });
      }
      return { ...verdict, runId: run.runId, run };
    });
  }
}

const known = runOptionNames.filter((name) => !ofWholeRuns.some((each) => each === name));

function setOf(given: CaseInput): PlainEvalSet | readonly { readonly query: string }[] {
  if (!isObject(given)) {
    throw new UserFacingError("eval-set/invalid", `A case was expected; this is ${shown(given)}.`, {
      hint: 'Give an object such as { user_content: "Hello", final_response: "Hello!" }.',
    });
  }
  if ("query" in given) return [given as { readonly query: string }];
  return { eval_set_id: "cases", eval_cases: [caseOf(given)] };
}

/** Keys that belong to a turn; a case that has them at its top is that one turn. */
const turnKeys = ["user_content", "userContent"];

function caseOf(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const named = "eval_id" in given || "evalId" in given;
  if (!turnKeys.some((key) => key in given)) return named ? given : { eval_id: "case", ...given };
  const ofCase = Object.entries(given).filter(([key]) => caseKeys.has(key));
  const ofTurn = Object.entries(given).filter(([key]) => !caseKeys.has(key));
  return {
    eval_id: "case",
    ...Object.fromEntries(ofCase),
    conversation: [Object.fromEntries(ofTurn)],
  };
}

const caseKeys: ReadonlySet<string> = new Set([
  "eval_id",
  "evalId",
  "session_input",
  "sessionInput",
  "final_session_state",
  "finalSessionState",
  "assay",
]);
