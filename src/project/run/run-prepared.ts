import { randomBytes, randomUUID } from "node:crypto";
import { asUserCode } from "../../agents/isolation/user-code.ts";
import type { RunGates } from "../../core/analysis/gate.ts";
import { RealDate } from "../../core/async/own-timers.ts";
import { beforeCases } from "../../core/calls/preflight.ts";
import { keyOf } from "../../core/folds/open-cases.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { RunEvent } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";
import type { UserFor } from "../../core/user-simulator.ts";
import { acknowledgements } from "../../runner/journal/acknowledgements.ts";
import { runCasesInBatches } from "../../runner/run-cases.ts";
import type { PlannedCase, RunPlan, RunTurn } from "../../runner/run-plan.ts";
import { createUserFor } from "../../simulation/create-user-for.ts";
import { userWithoutModel } from "../../simulation/user-without-model.ts";
import { planEarlyStop } from "../decide/plan-early-stop.ts";
import { withGatesEvent } from "../gates/gates-event.ts";
import type { CheckedRun } from "../judge-checks/check-judge.ts";
import type { JudgeGate } from "../judge-checks/check-judges.ts";
import { openJudgeGate } from "../judge-checks/open-judge-gate.ts";
import { callCeiling } from "../models/call-ceiling.ts";
import type { RunRequest } from "../plan/eval-request.ts";
import { plannedCases } from "../plan/plan-cases.ts";
import type { PreparedRun } from "../plan/prepared-run.ts";
import { inOrder, type RankOf } from "../plan/risk-order.ts";
import { watchedTurns } from "../plan/run-inputs.ts";
import { isCode } from "../resume/check-unchanged.ts";
import { earlierEvents, reopenCases, type StoppedRun } from "../resume/resume-run.ts";
import { withRunLock } from "../resume/run-lock.ts";
import { adkResultsReporter } from "./adk-results-reporter.ts";
import { journalRun } from "./journal-run.ts";
import { withPreflightEvents } from "./preflight-events.ts";
import { runTurn } from "./run-turn.ts";
import { withholding } from "./secrets/missing-secrets.ts";
import { activityHooks, givingUp, type Stuck } from "./watchdog/stuck-code.ts";

/** A conversation with a user who never stops ends here. */
const MAX_TURNS = 1000;

interface RunPreparedOptions {
  readonly store: RunStore;
  /** Where it is kept what judges have shown; in the store unless given. */
  readonly records?: RunStore | undefined;
  readonly reporters: readonly Reporter[];
  readonly request: Pick<
    RunRequest,
    "trials" | "concurrency" | "timeouts" | "failFast" | "budget" | "maxCost"
  >;
  /** Every case is ended, also where the ceiling for costs kept it from being measured: for runs that nobody resumes. */
  readonly endsAll?: boolean | undefined;
  /** Set when a stopped run goes on. */
  readonly stopped?: StoppedRun | undefined;
  readonly runId: string;
  /** Code that is known to get stuck; it is not run again. */
  readonly stuck?: readonly Stuck[] | undefined;
  /** The conversations to run, for those who ask for them one by one; else all of the plan, in its order. */
  readonly cases?: AsyncIterable<PlannedCase> | undefined;
  /** Which of the plan's cases begin first: the lowest. */
  readonly rank?: RankOf | undefined;
  readonly stop: AbortSignal;
  readonly kill: AbortSignal;
  /** What a run that goes on is held against from now on; else what it was held against before. */
  readonly gates?: RunGates | undefined;
  /** The run that gates compare with, where a program has it itself. */
  readonly baseline?: RunTable | undefined;
  /** Hears what is waited for before the run begins. */
  readonly onWaiting?: ((what: string) => void) | undefined;
  /** "auto" writes ADK's result files for agents of ADK, and none of hundreds of megabytes. */
  readonly adkResults: "auto" | "always" | "never";
  /** Hears what went wrong with a report while the run went on. */
  readonly onNote?: ((sentence: string) => void) | undefined;
}

/** Runs and scores every conversation of a prepared run, or the rest of them. */
export async function runPrepared(
  prepared: PreparedRun,
  options: RunPreparedOptions,
): Promise<RunSummary> {
  const { store, runId, stopped } = options;
  const work = () => asUserCode(() => runLocked(prepared, options));
  // whoever has read a stopped run has its lock
  return await (stopped === undefined ? withRunLock(store, runId, work) : work());
}

async function runLocked(prepared: PreparedRun, options: RunPreparedOptions): Promise<RunSummary> {
  const { store, request, stopped, runId } = options;
  if (stopped !== undefined) await reopenCases(store, stopped);
  const first = await prepared.models?.preflight({
    judges: prepared.sets.some((set) => set.asksJudge),
    finished: stopped?.calls.get(keyOf(beforeCases)),
    signal: AbortSignal.any([options.stop, options.kill]),
    onWaiting: options.onWaiting,
  });
  const { onNote } = options;
  const note = onNote ?? ((sentence: string) => process.emitWarning(sentence));
  const seconds = request.timeouts;
  const gate = await gateFor(prepared, { runId, store: options.records ?? store });
  const acknowledged = acknowledgements(store);
  const about = stopped?.about ?? prepared.about;
  const gates = options.gates ?? about.gates;
  const early = await planEarlyStop({
    about,
    gates,
    store,
    sets: prepared.sets,
    baseline: options.baseline,
    budget: request.budget,
  });
  const cases = casesOf(prepared, options, early.rank);
  const plan: RunPlan = {
    ...activityHooks,
    runId,
    about,
    resumes: stopped !== undefined,
    gates: options.gates,
    agent: prepared.loaded.agent,
    before: gate?.before,
    cases: gate?.cases(cases) ?? cases,
    onRestart: noteRestart(note),
    userFor: usersOf(prepared),
    environmentFor: prepared.environments?.(stopped?.about.seed ?? prepared.about.seed ?? 0),
    models: prepared.models?.client,
    durable: acknowledged.wait,
    hurry: acknowledged.hurry,
    save: acknowledged.save,
    runTurn: watched(runTurn, prepared),
    // each has a worker, and a million of them would use up the memory without anything to do
    concurrency: Math.min(request.concurrency, prepared.about.caseCount * request.trials),
    deadlines: {
      turn: seconds.turn * 1000,
      case: seconds.case * 1000,
      run: (seconds.run ?? Number.POSITIVE_INFINITY) * 1000,
    },
    maxTurns: MAX_TURNS,
    failFast: request.failFast,
    stopsUnpaid: options.endsAll !== true,
    ceiling: callCeiling(request).option,
    halt: early.signal,
    stop: options.stop,
    kill: options.kill,
    now: () => new RealDate(),
    newId: () => randomUUID(),
  };
  const adk = adkResultsReporter({
    directory: prepared.loaded.directory,
    isAdk: prepared.loaded.agent.framework === "@google/adk",
    when: options.adkResults,
    onNote: note,
  });
  const earlier = stopped && earlierOf(prepared, stopped);
  return await journalRun({
    runId,
    batches: withGatesEvent(withPreflightEvents(runCasesInBatches(plan), runId, first), {
      runId,
      store,
      gates,
      baseline: options.baseline,
    }),
    store,
    acknowledged,
    reporters: [early.reporter ?? {}, ...options.reporters, adk],
    onNote,
    earlier: earlier && (early.heard?.(earlier) ?? earlier),
  });
}

/** What is still to run, in the order in which it begins. */
function casesOf(
  { sets, initialSession }: PreparedRun,
  options: RunPreparedOptions,
  drawn: RankOf | undefined,
): Iterable<PlannedCase> | AsyncIterable<PlannedCase> {
  if (options.cases !== undefined) return options.cases;
  const { stopped, request, stuck = [] } = options;
  const { ended, unfinished, calls } = stopped ?? {};
  const { trials } = request;
  const all = plannedCases({ sets, trials, initialSession, ended, unfinished, calls });
  const ready = withholding(all, stopped?.placeholders ?? new Map());
  return givingUp(inOrder(ready, drawn ?? options.rank), stuck);
}

/** What the run has spent so far counts. */
function earlierOf({ models }: PreparedRun, stopped: StoppedRun): AsyncIterable<RunEvent> {
  return earlierEvents(stopped, (cost) => models?.client.addSpent(cost));
}

/** Turns that run again are paid for again, and the user should know; the first such case says it for all. */
function noteRestart(note: (sentence: string) => void): RunPlan["onRestart"] {
  let isNoted = false;
  return ({ evalId }, turns) => {
    if (isNoted) return;
    isNoted = true;
    const had = turns === 1 ? "the turn it had is" : `the ${turns} turns it had are`;
    note(
      `${evalId} begins again, since its agent cannot go on with a conversation: ${had} run and paid for again. The same goes for others that were interrupted.`,
    );
  };
}

function gateFor(
  { sets, models }: PreparedRun,
  run: Pick<CheckedRun, "runId" | "store">,
): Promise<JudgeGate | undefined> {
  return openJudgeGate({
    ...run,
    metrics: sets.flatMap((set) => set.metrics),
    models: models?.client,
  });
}

/** What the agent writes to its own folder is noted, so that a resume does not count it as a change. */
function watched(run: RunTurn, { about }: PreparedRun): RunTurn {
  const { inputs, cwd } = about;
  return inputs === undefined || cwd === undefined
    ? run
    : watchedTurns(run, inputs, { cwd, isCode });
}

/** Written conversations need nobody; scenarios are played by a model, where one can be asked. */
function usersOf({ models, userSimulators, sets }: PreparedRun): UserFor {
  if (models === undefined) return userWithoutModel;
  const bySet = new Map(sets.map((set) => [set.evalSetId, models.modelsOf(set.models)]));
  return createUserFor({
    configFor: (evalSetId) => userSimulators.get(evalSetId),
    modelFor: (name, evalSetId) => (bySet.get(evalSetId) ?? models.modelFor)(name),
  });
}

/** Sorts by time, is short to type by its tail, and never repeats within a second. */
export function newRunId(now: Date = new RealDate()): string {
  const [date = "", time = ""] = now.toISOString().split(/[T.]/);
  return `${date.replaceAll("-", "")}-${time.replaceAll(":", "")}-${randomBytes(3).toString("hex")}`;
}
