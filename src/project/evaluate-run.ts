import { randomBytes, randomUUID } from "node:crypto";
import { disposeQuietly } from "../agents/dispose-quietly.ts";
import { asUserCode } from "../agents/user-code.ts";
import { UserFacingError } from "../core/errors.ts";
import type { Reporter } from "../core/reporter.ts";
import type { RunEvent } from "../core/run.ts";
import type { RunStore } from "../core/run-store.ts";
import type { RunSummary } from "../core/run-summary.ts";
import type { UserFor } from "../core/user-simulator.ts";
import { acknowledgements } from "../runner/acknowledgements.ts";
import { runInBatches } from "../runner/run-evals.ts";
import type { PlannedCase, RunPlan } from "../runner/run-plan.ts";
import { createUserFor, userFor } from "../simulation/index.ts";
import { adkResultsReporter } from "./adk-results-reporter.ts";
import type { RunRequest } from "./eval-request.ts";
import { executeRun } from "./execute-run.ts";
import { turnHolder } from "./hold-turn.ts";
import { plannedCases } from "./plan-cases.ts";
import type { PreparedRun } from "./plan-run.ts";
import type { StoppedRun } from "./resume-run.ts";
import { givingUp, type Stuck, telling } from "./stuck-code.ts";

/** A conversation with a user who never stops ends here. */
const MAX_TURNS = 1000;

interface EvaluateOptions {
  readonly store: RunStore;
  readonly reporters: readonly Reporter[];
  readonly request: Pick<RunRequest, "trials" | "concurrency" | "timeouts" | "failFast">;
  /** Set when a stopped run goes on. */
  readonly stopped?: StoppedRun | undefined;
  readonly runId: string;
  /** Code that is known to get stuck; it is not run again. */
  readonly stuck?: readonly Stuck[] | undefined;
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
  if (!(await store.lock(runId))) {
    throw new UserFacingError("run/busy", `Another process is working on run ${runId}.`, {
      hint: "Wait for it to end, or stop it first.",
    });
  }
  const seconds = request.timeouts;
  const journaled = acknowledgements();
  const plan: RunPlan = {
    ...telling,
    runId,
    about: stopped?.about ?? prepared.about,
    resumes: stopped !== undefined,
    agent: prepared.loaded.agent,
    cases:
      options.cases ??
      givingUp(
        plannedCases({
          sets: prepared.sets,
          trials: request.trials,
          initialSession: prepared.initialSession,
          ended: stopped?.ended,
          held: stopped?.held,
          calls: stopped?.calls,
        }),
        options.stuck ?? [],
      ),
    userFor: usersOf(prepared),
    environmentFor: prepared.environmentFor,
    models: prepared.models?.access,
    durable: journaled.wait,
    holdTurn: turnHolder(prepared.loaded.secrets),
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
    return await asUserCode(() =>
      executeRun({
        runId,
        batches: runInBatches(plan),
        store,
        reporters: [journaled.reporter, ...options.reporters, adk],
        earlier: stopped === undefined ? undefined : earlierEvents(stopped, prepared),
      }),
    );
  } finally {
    await store.unlock(runId);
    await disposeQuietly(prepared.loaded.agent);
  }
}

/** Written conversations need nobody; scenarios are played by a model, where one can be asked. */
function usersOf({ models, userSimulators }: PreparedRun): UserFor {
  if (models === undefined) return userFor;
  const { modelFor } = models;
  return createUserFor({ configFor: (evalSetId) => userSimulators.get(evalSetId), modelFor });
}

/** What was journaled before; a ceiling for costs holds for all processes of a run together. */
async function* earlierEvents(
  stopped: StoppedRun,
  { models }: PreparedRun,
): AsyncGenerator<RunEvent> {
  for await (const event of stopped.events()) {
    if (event.type === "call-end") models?.access.addSpent(event.cost ?? 0);
    yield event;
  }
}

/** Sorts by time, is short to type by its tail, and never repeats within a second. */
export function newRunId(now: Date = new Date()): string {
  const [date = "", time = ""] = now.toISOString().split(/[T.]/);
  return `${date.replaceAll("-", "")}-${time.replaceAll(":", "")}-${randomBytes(3).toString("hex")}`;
}
