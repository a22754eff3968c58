import { randomBytes, randomUUID } from "node:crypto";
import type { Reporter } from "../core/reporter.ts";
import type { RunStore } from "../core/run-store.ts";
import type { RunSummary } from "../core/run-summary.ts";
import type { UserFor } from "../core/user-simulator.ts";
import { acknowledgements } from "../runner/acknowledgements.ts";
import { runInBatches } from "../runner/run-evals.ts";
import type { HoldTurn, PlannedCase, RunPlan } from "../runner/run-plan.ts";
import { createUserFor, userFor } from "../simulation/index.ts";
import { adkResultsReporter } from "./adk-results-reporter.ts";
import { isCode } from "./check-unchanged.ts";
import type { RunRequest } from "./eval-request.ts";
import { executeRun } from "./execute-run.ts";
import { turnHolder } from "./hold-turn.ts";
import { plannedCases } from "./plan-cases.ts";
import type { PreparedRun } from "./plan-run.ts";
import { earlierEvents, lockRun, reopenDamaged, type StoppedRun, unlockRun } from "./resume-run.ts";
import { watchedTurns } from "./run-inputs.ts";

/** A conversation with a user who never stops ends here. */
const MAX_TURNS = 1000;

interface EvaluateOptions {
  readonly store: RunStore;
  readonly reporters: readonly Reporter[];
  readonly request: Pick<RunRequest, "trials" | "concurrency" | "timeouts" | "failFast">;
  /** Set when a stopped run goes on. */
  readonly stopped?: StoppedRun | undefined;
  readonly runId: string;
  /** The conversations to hold, for those who ask for them one by one; else all of the plan, in its order. */
  readonly cases?: AsyncIterable<PlannedCase> | undefined;
  readonly stop: AbortSignal;
  readonly kill: AbortSignal;
  /** "auto" leaves ADK's result files out for runs so large that they would be hundreds of megabytes. */
  readonly adkResults: "auto" | "always" | "never";
}

/** Holds and scores every conversation of a prepared run, or the rest of them. */
export async function evaluateRun(
  prepared: PreparedRun,
  options: EvaluateOptions,
): Promise<RunSummary> {
  const { store, request, stopped, runId } = options;
  if (stopped === undefined) await lockRun(store, runId);
  const seconds = request.timeouts;
  const journaled = acknowledgements();
  const plan: RunPlan = {
    runId,
    about: stopped?.about ?? prepared.about,
    resumes: stopped !== undefined,
    agent: prepared.loaded.agent,
    cases:
      options.cases ??
      plannedCases({
        sets: prepared.sets,
        trials: request.trials,
        initialSession: prepared.initialSession,
        ended: stopped?.ended,
        held: stopped?.held,
        calls: stopped?.calls,
      }),
    userFor: usersOf(prepared),
    environmentFor: prepared.environmentFor,
    models: prepared.models?.access,
    durable: journaled.wait,
    holdTurn: watched(turnHolder(prepared.loaded.secrets), prepared),
    concurrency: request.concurrency,
    deadlines: {
      turn: seconds.turn * 1000,
      case: seconds.case * 1000,
      run: (seconds.run ?? Number.POSITIVE_INFINITY) * 1000,
    },
    maxTurns: MAX_TURNS,
    failFast: request.failFast,
    stop: options.stop,
    kill: options.kill,
    now: () => new Date(),
    newId: () => randomUUID(),
  };
  const adk = adkResultsReporter(prepared.loaded.directory, options.adkResults);
  try {
    if (stopped !== undefined) await reopenDamaged(store, stopped);
    return await executeRun({
      runId,
      batches: runInBatches(plan),
      store,
      reporters: [journaled.reporter, ...options.reporters, adk],
      earlier:
        stopped === undefined
          ? undefined
          : earlierEvents(stopped, (cost) => prepared.models?.access.addSpent(cost)),
    });
  } finally {
    await unlockRun(store, runId);
    await prepared.loaded.agent.dispose?.();
  }
}

/** What the agent writes to its own folder is noted, so that a resume does not take it for a change. */
function watched(holdTurn: HoldTurn, { about }: PreparedRun): HoldTurn {
  const { inputs, cwd } = about;
  return inputs === undefined || cwd === undefined
    ? holdTurn
    : watchedTurns(holdTurn, inputs, { cwd, isCode });
}

/** Written conversations need nobody; scenarios are played by a model, where one can be asked. */
function usersOf({ models, userSimulators }: PreparedRun): UserFor {
  if (models === undefined) return userFor;
  const { modelFor } = models;
  return createUserFor({ configFor: (evalSetId) => userSimulators.get(evalSetId), modelFor });
}

/** Sorts by time, is short to type by its tail, and never repeats within a second. */
export function newRunId(now: Date = new Date()): string {
  const [date = "", time = ""] = now.toISOString().split(/[T.]/);
  return `${date.replaceAll("-", "")}-${time.replaceAll(":", "")}-${randomBytes(3).toString("hex")}`;
}
