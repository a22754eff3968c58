import { randomBytes } from "node:crypto";
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
import { acknowledgements } from "../../runner/journal/acknowledgements.ts";
import { runCasesInBatches } from "../../runner/run-cases.ts";
import type { PlannedCase, RunPlan } from "../../runner/run-plan.ts";
import { planEarlyStop } from "../decide/plan-early-stop.ts";
import { withGatesEvent } from "../gates/gates-event.ts";
import type { RunRequest } from "../plan/eval-request.ts";
import { plannedCases } from "../plan/plan-cases.ts";
import type { PreparedRun } from "../plan/prepared-run.ts";
import { inOrder, type RankOf } from "../plan/risk-order.ts";
import { earlierEvents, reopenCases, type StoppedRun } from "../resume/resume-run.ts";
import { withRunLock } from "../resume/run-lock.ts";
import { adkResultsReporter } from "./adk-results-reporter.ts";
import { journalRun } from "./journal-run.ts";
import { gateFor, planFor } from "./plan-conversations.ts";
import { withPreflightEvents } from "./preflight-events.ts";
import { withholding } from "./secrets/missing-secrets.ts";
import { givingUp, type Stuck } from "./watchdog/stuck-code.ts";

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
  /** Aborted, with a `Halt`, when nothing new is to begin until somebody resumes the run. */
  readonly pause?: AbortSignal | undefined;
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
    ...planFor(prepared, { runId, request, about, note, endsAll: options.endsAll }),
    resumes: stopped !== undefined,
    gates: options.gates,
    before: gate?.before,
    cases: gate?.cases(cases) ?? cases,
    durable: acknowledged.wait,
    hurry: acknowledged.hurry,
    save: acknowledged.save,
    saveTogether: acknowledged.saveTogether,
    halt: anyOf(early.signal, options.pause),
    onlyPauses: early.signal === undefined,
    stop: options.stop,
    kill: options.kill,
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

/** The first that is aborted gives the reason. */
function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const all = signals.filter((signal) => signal !== undefined);
  return all.length < 2 ? all[0] : AbortSignal.any(all);
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

/** Sorts by time, is short to type by its tail, and never repeats within a second. */
export function newRunId(now: Date = new RealDate()): string {
  const [date = "", time = ""] = now.toISOString().split(/[T.]/);
  return `${date.replaceAll("-", "")}-${time.replaceAll(":", "")}-${randomBytes(3).toString("hex")}`;
}
