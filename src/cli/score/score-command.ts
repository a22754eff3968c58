import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isGated } from "../../core/analysis/gated-verdict.ts";
import { UserFacingError } from "../../core/errors.ts";
import { exitCodeOf } from "../../core/folds/run-summary.ts";
import type { JudgeCheckMode } from "../../core/judge-check.ts";
import type { RunStore } from "../../core/run-store.ts";
import { ExitCode } from "../../core/verdict.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import { shortPath } from "../../files/short-path.ts";
import type { EvalConfig } from "../../project/config/read-config.ts";
import { readConfigFile } from "../../project/config/read-config-file.ts";
import { openSetFile } from "../../project/eval-sets/open-set-file.ts";
import { withGates } from "../../project/gates/resolve-gates.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { loadRun } from "../../project/history/load-run.ts";
import { readSavedRun } from "../../project/history/read-saved-run.ts";
import { evalDefaults } from "../../project/plan/eval-request.ts";
import { checkUnchanged } from "../../project/resume/check-unchanged.ts";
import { findStoppedRun } from "../../project/resume/find-stopped-run.ts";
import {
  damageNotes,
  isOver,
  resumeLocked,
  type StoppedRun,
} from "../../project/resume/resume-run.ts";
import { planScoring } from "../../project/run/plan-scoring.ts";
import { runScoring } from "../../project/run/run-scoring.ts";
import type { SavedRun } from "../../project/run/score-run.ts";
import { gateOptions } from "../arguments/gate-options.ts";
import {
  isOn,
  judgeCheckOption,
  listOption,
  modelOptions,
  secondsOption,
  textOption,
} from "../arguments/read-options.ts";
import { changedGates, changeGates } from "../change-gates.ts";
import type { CommandInput } from "../command.ts";
import { leftOutNotes } from "../eval/read-eval-request.ts";
import { type Watched, watchedRun } from "../eval/watched-run.ts";
import { inFlightCounter } from "../in-flight.ts";
import { openReporters } from "../open-reporters.ts";
import { withRuns } from "../open-runs.ts";
import { printNotes } from "../print-notes.ts";
import { reportAgain } from "../report-again.ts";
import { reportWaiting } from "../report-waiting.ts";
import { stopOnSignals } from "../stop-on-signals.ts";
import { VERSION } from "../version.ts";
import type { OpenTraces } from "./open-traces.ts";
import { type TraceTask, traceOptions, traceTask } from "./trace-task.ts";

/** What a user asks of `assay score`. A run keeps it, and a resume asks for the same. */
interface ScoreTask {
  /** A file, by its path, or a run, by its id; "" for traces. */
  readonly saved: string;
  readonly traces?: TraceTask | undefined;
  readonly configFilePath?: string | undefined;
  /** Files of newer references. */
  readonly evalSets: readonly string[];
  readonly judgeModel?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly maxCost?: number | undefined;
  readonly judgeCheck?: JudgeCheckMode | undefined;
}

/** `assay score RUN`: the same conversations, measured anew. */
export async function scoreCommand(input: CommandInput): Promise<number> {
  return withRuns(input, async (store) => {
    if (input.options.resume === undefined) {
      return await score(input, store, { task: await taskFrom(input, store) });
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
  const { options, cwd } = input;
  const config = textOption(options, "config_file_path");
  const task: ScoreTask = {
    saved: "",
    traces: { ...traceOptions(input), files: [], sessions },
    configFilePath: config === undefined ? undefined : resolve(cwd, config),
    evalSets: [],
    ...modelOptions(options),
    judgeCheck: judgeCheckOption(options),
  };
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

async function taskFrom(input: CommandInput, store: RunStore): Promise<ScoreTask> {
  const { options, cwd } = input;
  const [named] = input.arguments;
  if (named === undefined) {
    throw new UserFacingError("cli/usage", "assay score needs a TRACE or a RUN.", {
      hint: "Trace files, a run's id, the beginning of one, or latest:  assay score latest",
    });
  }
  const traces = traceTask(input);
  // what exists is a file; anything else is a run
  const path = resolve(cwd, named);
  if (!existsSync(path) && /[/\\.]/.test(named)) {
    throw new UserFacingError(
      "file/unreadable",
      `There is no file ${named}, and no run of that name.`,
      {
        hint: "A trace, a file that assay runs export --format jsonl wrote, or the id of a run:  assay runs",
      },
    );
  }
  const config = textOption(options, "config_file_path");
  return {
    saved:
      traces !== undefined
        ? ""
        : existsSync(path)
          ? path
          : await findRun(store, named, { kind: "eval", cwd }),
    traces,
    configFilePath: config === undefined ? undefined : resolve(cwd, config),
    evalSets: listOption(options, "eval_set").map((file) => resolve(cwd, file)),
    ...modelOptions(options),
    judgeCheck: judgeCheckOption(options),
  };
}

interface Scoring {
  readonly task: ScoreTask;
  readonly stopped?: StoppedRun | undefined;
}

async function score(input: CommandInput, store: RunStore, scoring: Scoring): Promise<number> {
  const seconds = secondsOption(input.options, "timeout") ?? evalDefaults.timeouts.turn;
  // metrics of one's own print and get stuck too
  return await watchedRun(input, { store, command: "score", seconds }, (watched) =>
    scoreConversations(input, store, { ...scoring, ...watched }),
  );
}

type WatchedScoring = Scoring & Watched;

async function scoreConversations(
  input: CommandInput,
  store: RunStore,
  { task, stopped, stuck, onRun }: WatchedScoring,
): Promise<number> {
  const { cwd } = input;
  const { configFilePath: configPath } = task;
  const sets = await Promise.all(
    task.evalSets.map((file) => openSetFile(file, shortPath(file, cwd))),
  );
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
    checkUnchanged(stopped.about, plan.about);
  }
  const planned = stopped === undefined ? await withGates(plan, { store, cwd }) : plan;
  const anew = stopped && (await changedGates(input, store, stopped.about));
  const reporters = await openReporters(input, {
    bands: config?.scoreBands,
    waitingFor: () => planned.registry?.client.waitingFor(),
    sections: traces?.sections,
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
  const flight = inFlightCounter();
  const signals = stopOnSignals(input.terminal, flight.count);
  try {
    const run = await runScoring(planned, {
      store,
      stopped,
      stuck,
      gates: anew?.gates,
      reporters: [
        flight.reporter,
        ...(traces === undefined ? [] : [traces.reporter]),
        ...reporters,
      ],
      onNote: (sentence) => printNotes(input, [sentence]),
      onRun: (runId) => onRun(runId, isGated({ gates })),
      onWaiting: reportWaiting(input.terminal),
      stop: signals.stop,
      kill: signals.kill,
    });
    const exit = exitCodeOf(run);
    // what could not be read was not measured either
    return exit === ExitCode.passed && traces?.isPartial === true ? ExitCode.incomplete : exit;
  } finally {
    signals.release();
  }
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

async function configOf(task: ScoreTask, input: CommandInput): Promise<EvalConfig | undefined> {
  const { configFilePath, traces } = task;
  if (configFilePath !== undefined) return await readConfig(configFilePath, input);
  if (traces === undefined) return undefined;
  const { traceConfig } = await import("../../project/traces/trace-config.ts");
  return await traceConfig(traces, input.cwd);
}

/** A config that names no judge has the project's. */
async function readConfig(path: string, { project }: CommandInput): Promise<EvalConfig> {
  const config = await readConfigFile(path);
  if (project?.judge === undefined) return config;
  const { withJudge } = await import("../../project/assay-config/project-config.ts");
  return withJudge(config, project.judge);
}
