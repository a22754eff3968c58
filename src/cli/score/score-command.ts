import { existsSync } from "node:fs";
import { isGated } from "../../core/analysis/gated-verdict.ts";
import { UserFacingError } from "../../core/errors.ts";
import { exitCodeOf } from "../../core/folds/run-summary.ts";
import type { RunStore } from "../../core/run-store.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import { shortPath } from "../../files/short-path.ts";
import type { EvalConfig } from "../../project/config/read-config.ts";
import { isCode, openSetFile } from "../../project/eval-sets/open-set-file.ts";
import { withGates } from "../../project/gates/resolve-gates.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { loadRun } from "../../project/history/load-run.ts";
import { readSavedRun } from "../../project/history/read-saved-run.ts";
import { metricDefinition } from "../../project/metrics/plan-metrics.ts";
import { evalDefaults } from "../../project/plan/eval-request.ts";
import { checkUnchanged } from "../../project/resume/check-unchanged.ts";
import { findStoppedRun } from "../../project/resume/find-stopped-run.ts";
import {
  damageNotes,
  isOver,
  resumeLocked,
  type StoppedRun,
} from "../../project/resume/resume-run.ts";
import { type PlannedScoring, planScoring } from "../../project/run/plan-scoring.ts";
import { runScoring } from "../../project/run/run-scoring.ts";
import type { SavedRun } from "../../project/run/score-run.ts";
import { announceRun } from "../announce-job.ts";
import { gateOptions } from "../arguments/gate-options.ts";
import { isOn, modelOptions, secondsOption, textOption } from "../arguments/read-options.ts";
import { changedGates, changeGates } from "../change-gates.ts";
import type { CommandInput } from "../command.ts";
import { leftOutNotes } from "../eval/read-eval-request.ts";
import { type Watched, watchedRun } from "../eval/watched-run.ts";
import { inFlightCounter } from "../in-flight.ts";
import { keepHeapSmall } from "../keep-heap-small.ts";
import { openReporters } from "../open-reporters.ts";
import { withRuns } from "../open-runs.ts";
import { printNotes } from "../print-notes.ts";
import { reportAgain } from "../report-again.ts";
import { stopOnSignals } from "../stop-on-signals.ts";
import { reportWaiting } from "../text/report-waiting.ts";
import { VERSION } from "../version.ts";
import type { OpenTraces } from "./open-traces.ts";
import { performanceLines } from "./performance-lines.ts";
import { configOf, type ScoreTask, scoreTask, sessionsTask, withEvalConfig } from "./score-task.ts";
import { scoredSpans } from "./scored-spans.ts";
import type { TraceTask } from "./trace-task.ts";

/** `assay score RUN`: the same conversations, measured anew. */
export async function scoreCommand(given: CommandInput): Promise<number> {
  const input = given.options.resume === undefined ? await withEvalConfig(given) : given;
  return withRuns(input, async (store) => {
    if (input.options.resume === undefined) {
      return await score(input, store, { task: await scoreTask(input, store) });
    }
    const named = textOption(input.options, "resume") ?? input.arguments[0];
    const runId =
      named === undefined
        ? await findStoppedRun(store, "score")
        : await findRun(store, named, { resumedBy: "assay score", cwd: input.cwd });
    return await resumeLocked(store, runId, async (stopped) => {
      if (!isOver(stopped)) return await resumeScoring(input, store, stopped);
      await changeGates(input, store, stopped);
      return await reportAgain(input, store, runId);
    });
  });
}

/** Scores sessions that were received, as files of traces are. */
export async function scoreSessions(
  input: CommandInput,
  sessions: NonNullable<TraceTask["sessions"]>,
): Promise<number> {
  const task = sessionsTask(input, sessions);
  return await withRuns(input, (store) => score(input, store, { task }));
}

/** Goes on with scoring that was stopped. Whoever calls this holds the run's lock. */
export async function resumeScoring(
  input: CommandInput,
  store: RunStore,
  stopped: StoppedRun,
): Promise<number> {
  const { about, runId } = stopped;
  if (about.kind !== "score" || about.options === undefined) {
    throw new UserFacingError("run/not-found", `Run ${runId} was not made by assay score.`, {
      hint: `Go on with it the way it was started; a run of assay eval by:  assay eval --resume ${runId}`,
    });
  }
  const begun = about.options as unknown as ScoreTask;
  const { maxCost = begun.maxCost } = modelOptions(input.options);
  return await score(input, store, { task: { ...begun, maxCost }, stopped });
}

interface Scoring {
  readonly task: ScoreTask;
  readonly stopped?: StoppedRun | undefined;
}

/** Threads that read and write have heaps of their own, so that less is left for this one. It is as quick. */
const YOUNG = 16 * 2 ** 20;

async function score(input: CommandInput, store: RunStore, scoring: Scoring): Promise<number> {
  const seconds = secondsOption(input.options, "timeout") ?? evalDefaults.timeouts.turn;
  const heap = keepHeapSmall(YOUNG);
  try {
    const sets = await setsWithoutCode(input, scoring.task);
    if (sets !== undefined) {
      const ours = { sets, stuck: [], onRun: announceRun, isOnlyOurs: true };
      return await scoreConversations(input, store, { ...scoring, ...ours });
    }
    // metrics of one's own print and get stuck too
    return await watchedRun(input, { store, command: "score", seconds }, async (watched) => {
      const opened = await openSets(scoring.task, input);
      return await scoreConversations(input, store, { ...scoring, ...watched, sets: opened });
    });
  } finally {
    heap.release();
  }
}

async function openSets({ evalSets }: ScoreTask, { cwd }: CommandInput) {
  return await Promise.all(evalSets.map((file) => openSetFile(file, shortPath(file, cwd))));
}

/** The sets of traces that are measured by our own metrics alone; undefined where code of others, or a model, may be asked. */
async function setsWithoutCode(
  input: CommandInput,
  task: ScoreTask,
): Promise<readonly EvalSetSource[] | undefined> {
  const { project, reporters = [] } = input;
  const { traces, configFilePath, evalSets } = task;
  if (traces === undefined || configFilePath !== undefined || project !== undefined) return;
  if (reporters.length > 0 || evalSets.some(isCode) || !traces.metrics.every(isComputed)) return;
  const sets = await openSets(task, input);
  return sets.some((set) => set.mentions().byMeaning.length > 0) ? undefined : sets;
}

function isComputed(name: string): boolean {
  return metricDefinition(name)?.needs.includes("judge") === false;
}

interface WatchedScoring extends Scoring, Watched {
  readonly sets: readonly EvalSetSource[];
  /** No code of others is around that could be stuck, print, or change what is computed with. */
  readonly isOnlyOurs?: boolean | undefined;
}

async function scoreConversations(
  input: CommandInput,
  store: RunStore,
  { task, sets, stopped, stuck, onRun, isOnlyOurs }: WatchedScoring,
): Promise<number> {
  const { cwd } = input;
  const { configFilePath: configPath } = task;
  const { loaded, references, traces } = await openTask(task, { store, sets, cwd });
  const config = await configOf(task, input);
  const plan = await planScoring(loaded, {
    ...task,
    ...gateOptions(input.options),
    project: input.project,
    config,
    configPath,
    references,
    cwd,
    options: { ...task },
    version: VERSION,
    command: ["assay", ...input.argv],
  });
  if (stopped !== undefined && !isOn(input.options, "resume_changed")) {
    checkUnchanged(stopped.about, plan.about, { runId: stopped.runId });
  }
  const planned = stopped === undefined ? await withGates(plan, { store, cwd }) : plan;
  const anew = stopped && (await changedGates(input, store, stopped.about));
  const performance = traces && performanceLines();
  const reporters = await openReporters(input, {
    bands: config?.scoreBands,
    waitingFor: () => planned.registry?.client.waitingFor(),
    sections: traces?.sections,
    closing: () => [...(performance?.lines() ?? []), ...(traces?.loaded.evaluations() ?? [])],
    scoredSpans: scoredSpans(traces),
  });
  const leftOut = stopped === undefined ? [] : leftOutNotes(input.options);
  const notes = [
    ...leftOut,
    ...damageNotes(stopped),
    ...(traces?.notes ?? []),
    ...planned.notes,
    ...(anew?.notes ?? []),
  ];
  printNotes(input, notes);
  const gates = anew?.gates ?? (stopped ?? planned).about.gates;
  prepareForMany(store, planned, config);
  const flight = inFlightCounter();
  const signals = stopOnSignals(input.terminal, { inFlight: flight.count });
  try {
    const run = await runScoring(planned, {
      store,
      stopped,
      stuck,
      isOnlyOurs,
      gates: anew?.gates,
      reporters: [flight.reporter, ...(performance ? [performance.reporter] : []), ...reporters],
      onNote: (sentence) => printNotes(input, [sentence]),
      onRun: (runId) => onRun(runId, isGated({ gates })),
      onWaiting: reportWaiting(input.terminal),
      stop: signals.stop,
      kill: signals.kill,
    });
    printNotes(input, traces?.loaded.unmatched() ?? []);
    return exitCodeOf(run);
  } finally {
    signals.release();
    traces?.close();
  }
}

/** Fewer are written sooner than a thread has started. */
const MANY = 2000;

/** A store may write on a thread of its own where no metric of somebody's own runs, and no model is asked. */
function prepareForMany(
  store: RunStore,
  { loaded, registry }: Pick<PlannedScoring, "loaded" | "registry">,
  config: EvalConfig | undefined,
): void {
  const isOwn = config !== undefined && config.custom.size === 0 && registry === undefined;
  if (isOwn && loaded.summary.about.caseCount >= MANY) store.expectMany?.();
}

interface OpenTask {
  readonly loaded: SavedRun;
  /** Newer sets; those of traces are what they are compared with. */
  readonly references: readonly EvalSetSource[];
  readonly traces?: OpenTraces | undefined;
}

async function openTask(
  task: ScoreTask,
  from: { readonly store: RunStore; readonly sets: readonly EvalSetSource[]; readonly cwd: string },
): Promise<OpenTask> {
  const { store, sets, cwd } = from;
  if (task.traces !== undefined) {
    const { openTraces } = await import("./open-traces.ts");
    const traces = await openTraces(task.traces, sets, cwd);
    return { loaded: traces.loaded, references: [], traces };
  }
  const { saved } = task;
  const loaded = existsSync(saved) ? await readSavedRun(saved) : await loadRun(store, saved);
  return { loaded, references: sets };
}
