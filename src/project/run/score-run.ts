import { randomUUID } from "node:crypto";
import type { Agent } from "../../core/agent.ts";
import type { RunGates } from "../../core/analysis/gate.ts";
import { RealDate } from "../../core/async/own-timers.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { Metric } from "../../core/metric.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { CaseResult } from "../../core/run.ts";
import type { RunInfo, RunSet } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import type { TraceFacts } from "../../core/traces/trace-facts.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import { acknowledgements } from "../../runner/journal/acknowledgements.ts";
import { runCasesInBatches } from "../../runner/run-cases.ts";
import type { ModelAccess, RunPlan } from "../../runner/run-plan.ts";
import { userWithoutModel } from "../../simulation/user-without-model.ts";
import { withGatesEvent } from "../gates/gates-event.ts";
import { rememberEnvOf } from "../history/agent-of-run.ts";
import { recordedCases } from "../history/recorded-cases.ts";
import type { JudgeGate } from "../judge-checks/check-judges.ts";
import { openJudgeGate } from "../judge-checks/open-judge-gate.ts";
import type { PreflightCall } from "../models/preflight-models.ts";
import { describeMetric } from "../plan/describe-set.ts";
import { earlierEvents, reopenCases, type StoppedRun } from "../resume/resume-run.ts";
import { withRunLock } from "../resume/run-lock.ts";
import { journalRun } from "./journal-run.ts";
import { withPreflightEvents } from "./preflight-events.ts";
import { runTurn } from "./run-turn.ts";
import { activityHooks, type Stuck, withoutGivenUp } from "./watchdog/stuck-code.ts";

/** As much of a recorded run as scoring needs. */
export interface SavedRun {
  readonly summary: Pick<RunSummary, "runId" | "about"> & Partial<RunSummary>;
  /** At hand without waiting, where they are read from a file of traces. */
  readonly cases: () => AsyncIterable<CaseResult> | Iterable<CaseResult>;
  /** True for what no run of ours has written: there is no secret of ours to be put back. */
  readonly isUnmasked?: boolean | undefined;
  /** True for traces, which no script has kept to the length of a case. */
  readonly mayBeUneven?: boolean | undefined;
  /** What the trace of a conversation tells, by its place. */
  readonly traceOf?: ((index: number) => TraceFacts | undefined) | undefined;
}

/** What is scored, and by what. */
export interface ScoringPlan {
  /** The run whose conversations are scored again. */
  readonly loaded: SavedRun;
  readonly metricsFor: (evalSetId: string) => readonly Metric[];
  readonly configPath?: string | undefined;
  /** Newer references, found by set and case id; cases they do not have keep their own. */
  readonly references?: readonly EvalSetSource[] | undefined;
  /** For metrics that ask a judge. */
  readonly models?: (ModelAccess & { addSpent?(cost: number): void }) | undefined;
  /** What a resume must use again; undefined where it was handed over as objects. */
  readonly options?: RunInfo["options"];
  /** What scoring depends on beyond the conversations. */
  readonly inputs?: RunInfo["inputs"];
  readonly version: string;
  readonly command?: readonly string[] | undefined;
  /** What the run says about itself, where that was planned; else what `aboutScoring` makes of the rest. */
  readonly about?: RunInfo | undefined;
}

/** How it is run: where it is kept, who hears of it, what ends it. */
export interface ScoringRun {
  readonly store: RunStore;
  readonly runId: string;
  readonly reporters: readonly Reporter[];
  readonly onNote?: ((sentence: string) => void) | undefined;
  /** What models answered before the run, to be journaled with it. */
  readonly firstCalls?: readonly PreflightCall[] | undefined;
  /** Every case is ended, also where the ceiling for costs kept it from being measured: for jobs that keep their own record. */
  readonly endsAll?: boolean | undefined;
  /** Set when scoring that was stopped goes on. */
  readonly stopped?: StoppedRun | undefined;
  /** Metrics that are known to get stuck; they are not run again. */
  readonly stuck?: readonly Stuck[] | undefined;
  /** Nobody else's code runs: there is nobody to blame, and nothing that could keep what has ended from being stored. */
  readonly isOnlyOurs?: boolean | undefined;
  /** What scoring that goes on is held against from now on; else what it was held against before. */
  readonly gates?: RunGates | undefined;
  /** The run that gates compare with, where a program has it itself. */
  readonly baseline?: RunTable | undefined;
  readonly stop: AbortSignal;
  readonly kill: AbortSignal;
}

type ScoreRequest = ScoringPlan & ScoringRun;

const HOUR_MS = 3_600_000;

/** Scores saved conversations by other criteria, as a run of its own. No agent is called. */
export async function scoreRun(request: ScoreRequest): Promise<RunSummary> {
  const { store, runId, stopped } = request;
  const work = () => scoreLocked(request);
  // whoever has read a stopped run has its lock
  return await (stopped === undefined ? withRunLock(store, runId, work) : work());
}

async function scoreLocked(request: ScoreRequest): Promise<RunSummary> {
  const { store, runId, stopped, isOnlyOurs = false } = request;
  if (stopped !== undefined) await reopenCases(store, stopped);
  const { isUnmasked, summary } = request.loaded;
  if (isUnmasked) await rememberEnvOf(summary.about, summary.about.cwd ?? process.cwd());
  const acknowledged = acknowledgements(store);
  const gate = await gateFor(request);
  const cases = withoutGivenUp(recordedCases(request), request.stuck ?? []);
  const plan: RunPlan = {
    ...(isOnlyOurs ? {} : activityHooks),
    runId,
    about: stopped?.about ?? request.about ?? aboutScoring(request),
    resumes: stopped !== undefined,
    gates: request.gates,
    agent: noAgent,
    before: gate?.before,
    cases: gate?.cases(cases) ?? cases,
    userFor: userWithoutModel,
    models: request.models,
    durable: acknowledged.wait,
    hurry: acknowledged.hurry,
    save: isOnlyOurs ? undefined : acknowledged.save,
    runTurn,
    concurrency: 8,
    deadlines: { turn: HOUR_MS, case: HOUR_MS, run: Number.POSITIVE_INFINITY },
    maxTurns: 1000,
    failFast: false,
    stopsUnpaid: request.endsAll !== true,
    stop: request.stop,
    kill: request.kill,
    now: () => new RealDate(),
    newId: () => randomUUID(),
  };
  return await journalRun({
    runId,
    batches: withGatesEvent(
      withPreflightEvents(runCasesInBatches(plan), runId, request.firstCalls),
      {
        runId,
        store,
        gates: request.gates ?? plan.about.gates,
        baseline: request.baseline,
      },
    ),
    store,
    acknowledged,
    reporters: [...request.reporters],
    onNote: request.onNote,
    earlier:
      stopped === undefined
        ? undefined
        : earlierEvents(stopped, (cost) => request.models?.addSpent?.(cost)),
  });
}

/** Judges prove themselves here too; conversations cost nothing, so that each is there to be read. */
function gateFor(request: ScoreRequest): Promise<JudgeGate | undefined> {
  const { runId, store, models, loaded, metricsFor } = request;
  const metrics = loaded.summary.about.sets.flatMap((set) => metricsFor(set.evalSetId));
  return openJudgeGate({ runId, store, models, metrics, runsAll: true });
}

/** What scoring these conversations by these criteria is about. */
export function aboutScoring(plan: ScoringPlan): RunInfo {
  const { loaded, metricsFor, configPath, version, command, options } = plan;
  const { references = [], inputs } = plan;
  const { about, runId } = loaded.summary;
  return {
    ...about,
    kind: "score",
    scoredRun: runId,
    version,
    command,
    options,
    inputs,
    // what the first run was called, and held against, is not said of this one
    name: undefined,
    gates: undefined,
    sets: about.sets.map((set) => ({
      ...set,
      hash: hashWith(set, references),
      config: {
        path: configPath,
        metrics: metricsFor(set.evalSetId).map(describeMetric),
        secrets: set.config.secrets,
        ...(metricsFor(set.evalSetId).some((each) => each.comparesMeaning === true)
          ? { comparesMeaning: true }
          : {}),
      },
    })),
  };
}

/** Newer references make other cases of the same conversations. */
function hashWith({ evalSetId, hash }: RunSet, references: readonly EvalSetSource[]): string {
  const newer = references.find((source) => source.header.evalSetId === evalSetId);
  return newer === undefined ? hash : `${hash} ${newer.hashOf(newer.caseIds.map((_, at) => at))}`;
}

const noAgent: Agent = {
  name: "recorded",
  start: () => Promise.reject(new Error("every recorded conversation has its own agent")),
};
