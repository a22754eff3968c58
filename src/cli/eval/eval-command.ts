import { resolve } from "node:path";
import { knownSecrets } from "../../agents/secrets/known-secrets.ts";
import type { RunGates } from "../../core/analysis/gate.ts";
import { isGated } from "../../core/analysis/gated-verdict.ts";
import { UserFacingError } from "../../core/errors.ts";
import { exitCodeOf } from "../../core/folds/run-summary.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { RunStore } from "../../core/run-store.ts";
import { quarantineText } from "../../core/text/quarantine-text.ts";
import { ExitCode } from "../../core/verdict.ts";
import { asksGates } from "../../project/gates/asked-gates.ts";
import { withGates } from "../../project/gates/resolve-gates.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import type { EvalRequest } from "../../project/plan/eval-request.ts";
import { narrowRun } from "../../project/plan/narrow-run.ts";
import type { PreparedRun } from "../../project/plan/prepared-run.ts";
import { type RankOf, riskOrder } from "../../project/plan/risk-order.ts";
import { withPreparedRun } from "../../project/plan/with-prepared-run.ts";
import { checkUnchanged } from "../../project/resume/check-unchanged.ts";
import { findStoppedRun } from "../../project/resume/find-stopped-run.ts";
import {
  isOver,
  resumeLocked,
  type StoppedRun,
  stoppedNotes,
} from "../../project/resume/resume-run.ts";
import { newRunId, runPrepared } from "../../project/run/run-prepared.ts";
import { isPart } from "../arguments/gate-options.ts";
import { isOn, listOption, textOption } from "../arguments/read-options.ts";
import { changedGates, changeGates } from "../change-gates.ts";
import type { CommandInput } from "../command.ts";
import { inFlightCounter } from "../in-flight.ts";
import { keepHeapSmall } from "../keep-heap-small.ts";
import { openReporters } from "../open-reporters.ts";
import { withRuns } from "../open-runs.ts";
import { printNotes } from "../print-notes.ts";
import { withAgent } from "../project-defaults.ts";
import { reportAgain } from "../report-again.ts";
import { stopOnSignals } from "../stop-on-signals.ts";
import { reportWaiting } from "../text/report-waiting.ts";
import { VERSION } from "../version.ts";
import type { WaitingText } from "../workers/watch-on-workers.ts";
import { adkResultsFrom, leftOutNotes, requestFrom, withHow } from "./read-eval-request.ts";
import { type Watched, watchedRun } from "./watched-run.ts";

/** `assay eval`: a new run, or the rest of one that was stopped. */
export async function evalCommand(given: CommandInput): Promise<number> {
  const input = withAgent(given);
  const { options, cwd } = input;
  if (isOn(options, "workers")) (await import("./eval-on-workers.ts")).checkWorkers(input);
  const names = [...(input.project?.agents.keys() ?? [])];
  const asksAgain = options.resume !== undefined || options.failed !== undefined;
  if (input.arguments.length === 0 && names.length > 1 && !asksAgain) {
    const { evalEachAgent } = await import("./eval-each-agent.ts");
    return await evalEachAgent(input, names);
  }
  return withRuns(input, async (store) => {
    if (options.resume !== undefined) return await resumeEval(input, store);
    const request = await requestFrom(input, store);
    return request === undefined
      ? ExitCode.passed
      : await runEval(input, store, { request, cwd, notes: [] });
  });
}

async function resumeEval(input: CommandInput, store: RunStore): Promise<number> {
  const named = textOption(input.options, "resume") ?? input.arguments[0];
  const runId =
    named === undefined
      ? await findStoppedRun(store)
      : await findRun(store, named, { resumedBy: "assay eval", cwd: input.cwd });
  if (isOn(input.options, "workers")) {
    const { watchDispatched } = await import("./eval-on-workers.ts");
    const code = await watchDispatched(input, store, runId);
    if (code !== undefined) return code;
  }
  return await resumeLocked(store, runId, (stopped) => goOn(input, store, stopped));
}

async function goOn(input: CommandInput, store: RunStore, stopped: StoppedRun): Promise<number> {
  const { about, runId } = stopped;
  if (isOver(stopped)) {
    await changeGates(input, store, stopped);
    return await reportAgain(input, store, runId);
  }
  if (about.kind === "score") {
    const { resumeScoring } = await import("../score/score-command.ts");
    return await resumeScoring(input, store, stopped);
  }
  if (about.options === undefined) throw notByName(runId);
  const request = withHow(about.options as unknown as EvalRequest, input.options);
  const cwd = about.cwd ?? input.cwd;
  const notes = [...stoppedNotes(stopped), ...leftOutNotes(input.options)];
  return await runEval(input, store, { request, cwd, stopped, notes });
}

function notByName(runId: string): UserFacingError {
  return new UserFacingError(
    "run/not-found",
    `Run ${runId} was started by a program, and only that program has its agent or its config.`,
    {
      hint: "Start the program again with the option resume: true, or a test runner with ASSAY_RESUME=1 set.",
    },
  );
}

interface EvalTask {
  readonly request: EvalRequest;
  readonly cwd: string;
  readonly stopped?: StoppedRun | undefined;
  readonly notes: readonly string[];
}

async function runEval(input: CommandInput, store: RunStore, task: EvalTask): Promise<number> {
  const heap = keepHeapSmall();
  const seconds = task.request.timeouts.turn;
  try {
    return await watchedRun(input, { store, command: "eval", seconds }, (watched) =>
      runIn(input, store, { ...task, ...watched }),
    );
  } finally {
    heap.release();
  }
}

type WatchedTask = EvalTask & Watched;

async function runIn(input: CommandInput, store: RunStore, task: WatchedTask): Promise<number> {
  const how = {
    cwd: task.cwd,
    version: VERSION,
    command: ["assay", ...input.argv],
    outputs: outputsOf(input),
  };
  return await withPreparedRun(task.request, how, (whole) =>
    runAndReport(input, store, task, whole),
  );
}

async function runAndReport(
  input: CommandInput,
  store: RunStore,
  task: WatchedTask,
  whole: PreparedRun,
): Promise<number> {
  const { request, stopped } = task;
  const { options } = input;
  const planned =
    isOn(options, "changed") && stopped === undefined
      ? await onlyChanged(input, store, whole)
      : whole;
  if (planned === undefined) return ExitCode.passed;
  const prepared = stopped === undefined ? await held(input, store, planned) : planned;
  const early = stopped === undefined ? await decideNotes(prepared) : [];
  const anew = stopped && (await changedGates(input, store, stopped.about));
  const changes =
    stopped === undefined || isOn(options, "resume_changed")
      ? []
      : checkUnchanged(stopped.about, prepared.about, stopped);
  const waiting: WaitingText = { text: undefined };
  const reporters = await openReporters(input, {
    bands: prepared.bands,
    secrets: knownSecrets(),
    waitingFor: () => waiting.text ?? prepared.models?.client.waitingFor(),
    resumedWith: () => (isOn(options, "workers") ? "--workers" : undefined),
  });
  printNotes(input, [
    ...task.notes,
    ...changes,
    ...prepared.notes,
    ...early,
    ...(anew?.notes ?? []),
  ]);
  const runId = stopped?.runId ?? newRunId();
  task.onRun(runId, isGated({ gates: anew?.gates ?? (stopped ?? prepared).about.gates }));
  const rank = request.order === "risk" ? await riskOrder(store, prepared) : undefined;
  const gates = anew?.gates;
  const ready = { ...task, store, prepared, runId, gates, rank, reporters, waiting };
  if (!isOn(options, "workers") || prepared.about.caseCount === 0)
    return await runHere(input, ready);
  const { evalOnWorkers } = await import("./eval-on-workers.ts");
  return await evalOnWorkers(input, ready);
}

interface ReadyTask extends WatchedTask {
  readonly store: RunStore;
  readonly prepared: PreparedRun;
  readonly runId: string;
  readonly gates: RunGates | undefined;
  readonly rank: RankOf | undefined;
  readonly reporters: readonly Reporter[];
}

/** All of it in this process. */
async function runHere(input: CommandInput, task: ReadyTask): Promise<number> {
  const { terminal } = input;
  const flight = inFlightCounter();
  const signals = stopOnSignals(terminal, { inFlight: flight.count });
  try {
    const run = await runPrepared(task.prepared, {
      ...task,
      reporters: [flight.reporter, ...task.reporters],
      stop: signals.stop,
      kill: signals.kill,
      pause: signals.pause,
      onWaiting: reportWaiting(terminal),
      onNote: (sentence) => printNotes(input, [sentence]),
      adkResults: adkResultsFrom(input.options),
    });
    return exitCodeOf(run);
  } finally {
    signals.release();
  }
}

/** Held against what flags and configs ask of it as a whole. */
async function held(
  { options, cwd }: CommandInput,
  store: RunStore,
  prepared: PreparedRun,
): Promise<PreparedRun> {
  if (!isPart(options)) return await withGates(prepared, { store, cwd });
  if (prepared.asked === undefined || !asksGates(prepared.asked)) return prepared;
  const note = "The gates of the config are left out: only a part of the cases is run.";
  return { ...prepared, notes: [...prepared.notes, note] };
}

/** What is worth knowing of a run that ends as soon as it is decided; refused where nothing could be. */
async function decideNotes(prepared: PreparedRun): Promise<readonly string[]> {
  if (prepared.about.decide === undefined) return [];
  const { checkDecide } = await import("../../project/decide/check-decide.ts");
  return checkDecide(prepared);
}

/** What this command writes is no part of the agent, wherever it lies. */
function outputsOf({ options, cwd }: CommandInput): readonly string[] {
  const reports = listOption(options, "reporter").flatMap((name) => name.split("=").slice(1));
  return reports.map((file) => resolve(cwd, file));
}

/** `--changed`: without what passed as it is now. Undefined when nothing is left to run, which is said. */
async function onlyChanged(
  input: CommandInput,
  store: RunStore,
  whole: PreparedRun,
): Promise<PreparedRun | undefined> {
  // a set in which nothing may run is no set in which nothing changed
  if (whole.about.caseCount === 0) return whole;
  const { changedCases } = await import("../../project/resume/unchanged-cases.ts");
  const { changed, unchanged } = await changedCases(store, whole);
  const { changedLines } = await import("./changed-text.ts");
  const left = Object.values(changed).reduce((sum, ids) => sum + ids.length, 0);
  const runs = (await store.list()).map(({ runId }) => runId);
  const reports = listOption(input.options, "reporter").some((name) => name !== "terminal");
  printNotes(input, changedLines({ unchanged, left, runs, reports }));
  const quarantined = quarantineText(whole.about);
  if (left === 0 && quarantined !== "") printNotes(input, [quarantined]);
  if (left === 0) return undefined;
  // a run that leaves nothing out is the whole, and counts as that later
  return unchanged.length === 0 ? whole : narrowRun(whole, changed);
}
