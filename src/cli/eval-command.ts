import { resolve } from "node:path";
import { UserFacingError } from "../core/errors.ts";
import type { Reporter } from "../core/reporter.ts";
import type { TrialRule } from "../core/run.ts";
import type { RunStore } from "../core/run-store.ts";
import { exitCodeOf } from "../core/run-summary.ts";
import { secretsOf } from "../project/agent-of-run.ts";
import { type EvalRequest, evalDefaults } from "../project/eval-request.ts";
import { evaluateRun, newRunId } from "../project/evaluate-run.ts";
import { failedCases } from "../project/failed-cases.ts";
import { findStoppedRun, hasEnded } from "../project/find-stopped-run.ts";
import { findRun, loadRun } from "../project/load-run.ts";
import { openStore } from "../project/open-store.ts";
import { prepareRun } from "../project/plan-run.ts";
import { checkUnchanged, readStoppedRun, type StoppedRun } from "../project/resume-run.ts";
import type { Stuck } from "../project/stuck-code.ts";
import { watchMainThread } from "../project/watch-main-thread.ts";
import { agentRoom } from "./agent-room.ts";
import type { CommandInput } from "./command.ts";
import { goOnAfterStuck, knownStuck } from "./go-on-after-stuck.ts";
import { keepHeapSmall } from "./keep-heap-small.ts";
import { openReporters } from "./open-reporters.ts";
import {
  choiceOption,
  countOption,
  isOn,
  listOption,
  modelOptions,
  secondsOption,
  textOption,
  trialRuleOption,
} from "./read-options.ts";
import { sayNotes } from "./run-notes.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { VERSION } from "./version.ts";

/** `assay eval`: a new run, or the rest of one that was stopped. */
export async function evalCommand(input: CommandInput): Promise<number> {
  const { options, cwd } = input;
  const store = await openStore(resolve(cwd, textOption(options, "store") ?? ".assay/assay.db"));
  try {
    if (options.resume !== undefined) return await resumeEval(input, store);
    return await runEval(input, store, { request: await requestFrom(input, store), cwd });
  } finally {
    await store.close();
  }
}

async function resumeEval(input: CommandInput, store: RunStore): Promise<number> {
  const named = textOption(input.options, "resume") ?? input.arguments[0];
  const runId = named === undefined ? await findStoppedRun(store) : await findRun(store, named);
  if (hasEnded(await store.runEvents(runId))) return await reportAgain(input, store, runId);
  const stopped = await readStoppedRun(store, runId);
  const { about } = stopped;
  if (about.kind !== "eval" || about.options === undefined) {
    throw new UserFacingError("run/not-found", `Run ${runId} was not made by assay eval.`, {
      hint: "Only a run that calls an agent can be resumed.",
    });
  }
  const request = { ...(about.options as unknown as EvalRequest) };
  const cwd = about.cwd ?? input.cwd;
  return await runEval(input, store, { request, cwd, stopped });
}

/** A run that was killed after its last case has nothing left to run, but may not have said so. */
async function reportAgain(input: CommandInput, store: RunStore, runId: string): Promise<number> {
  const { summary, cases } = await loadRun(store, runId);
  const secrets = await secretsOf(summary.about, input.cwd);
  input.terminal.warn(
    `note   Run ${runId} has ended; nothing was left to run. Its report again:\n`,
  );
  for (const reporter of await openReporters(input, { secrets })) {
    await reporter.onStart?.(summary);
    await reporter.onEnd?.(summary, cases);
  }
  return exitCodeOf(summary);
}

interface EvalTask {
  readonly request: EvalRequest;
  readonly cwd: string;
  readonly stopped?: StoppedRun | undefined;
}

async function runEval(input: CommandInput, store: RunStore, task: EvalTask): Promise<number> {
  const room = agentRoom(input);
  const heap = keepHeapSmall();
  const known = knownStuck();
  let run: { runId: string; unlock(): void } | undefined;
  // begun early: its thread starts up beside ours, and one that is still starting would hold up the end
  const hang = watchMainThread((seconds) => goOnAfterStuck({ input, known, run }, seconds));
  hang.watch(task.request.timeouts.turn);
  const onRun = (runId: string) => {
    const unlock = () => {
      void store.flush();
      void store.unlock(runId);
    };
    run = { runId, unlock };
  };
  try {
    return await runIn(input, store, { ...task, stuck: known, onRun });
  } finally {
    hang.release();
    heap.release();
    room.leave();
  }
}

interface WatchedTask extends EvalTask {
  readonly stuck: readonly Stuck[];
  readonly onRun: (runId: string) => void;
}

async function runIn(input: CommandInput, store: RunStore, task: WatchedTask): Promise<number> {
  const { request, cwd, stopped } = task;
  const { options, terminal } = input;
  const onlyCases =
    request.failedIn === undefined ? undefined : await failedCases(store, request.failedIn);
  const prepared = await prepareRun(request, {
    cwd,
    version: VERSION,
    command: ["assay", ...input.argv],
    onlyCases,
  });
  if (stopped !== undefined && !isOn(options, "resume_changed")) {
    checkUnchanged(stopped.about, prepared.about);
  }
  const reporters = await openReporters(input, {
    bands: prepared.bands,
    secrets: prepared.loaded.secrets,
  });
  sayNotes(input, prepared.notes);
  const flight = inFlightCounter();
  const signals = stopOnSignals(terminal, flight.count);
  const runId = stopped?.runId ?? newRunId();
  task.onRun(runId);
  try {
    const run = await evaluateRun(prepared, {
      store,
      reporters: [flight.reporter, ...reporters],
      request,
      stopped,
      runId,
      stuck: task.stuck,
      stop: signals.stop,
      kill: signals.kill,
      adkResults: choiceOption(options, "adk_results", ["auto", "always", "never"]) ?? "auto",
    });
    return exitCodeOf(run);
  } finally {
    signals.release();
  }
}

/** Conversations that have begun and not ended, for the words of a Ctrl-C. */
function inFlightCounter(): { reporter: Reporter; count: () => number } {
  let count = 0;
  return {
    count: () => count,
    reporter: {
      onEvent({ type }) {
        if (type === "case-start") count += 1;
        if (type === "case-end") count -= 1;
      },
    },
  };
}

async function requestFrom(input: CommandInput, store: RunStore): Promise<EvalRequest> {
  const { options } = input;
  const failedIn =
    options.failed === undefined
      ? undefined
      : await findRun(store, textOption(options, "failed") ?? "latest");
  const again = failedIn === undefined ? undefined : await earlierRequest(store, failedIn);
  const [agent = again?.agent, ...evalSets] = input.arguments;
  if (agent === undefined) {
    throw new UserFacingError("cli/usage", "assay eval needs AGENT.", {
      hint: "Folder, file or package that exports the agent. Try:  assay eval examples/home-automation",
    });
  }
  const trials = countOption(options, "num_runs", again?.trials ?? evalDefaults.trials);
  return {
    ...(again ?? {}),
    agent,
    evalSets: evalSets.length === 0 ? (again?.evalSets ?? []) : evalSets,
    ...namedIn(options),
    caseIds: listOption(options, "case"),
    tags: listOption(options, "tag"),
    failedIn,
    trials,
    require:
      options.require === undefined && again !== undefined
        ? again.require
        : requireFor(options, trials),
    concurrency: countOption(
      options,
      "concurrency",
      again?.concurrency ?? evalDefaults.concurrency,
    ),
    failFast: isOn(options, "fail_fast"),
    timeouts: { ...evalDefaults.timeouts, ...again?.timeouts, ...timeoutsIn(options) },
  };
}

/** What a flag names; what none names stays as it was. */
function namedIn(options: CommandInput["options"]): Partial<EvalRequest> {
  return withoutGaps({
    agentName: textOption(options, "agent_name"),
    configFilePath: textOption(options, "config_file_path"),
    initialSessionFile: textOption(options, "initial_session_file"),
    ...modelOptions(options),
  });
}

function timeoutsIn(options: CommandInput["options"]): Partial<EvalRequest["timeouts"]> {
  return withoutGaps({
    turn: secondsOption(options, "timeout"),
    case: secondsOption(options, "case_timeout"),
    run: secondsOption(options, "run_timeout"),
  });
}

function withoutGaps<T extends object>(
  values: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

function requireFor(options: CommandInput["options"], trials: number): TrialRule {
  const rule = trialRuleOption(options);
  if (typeof rule === "number" && rule > trials) {
    throw new UserFacingError(
      "cli/usage",
      `--require ${rule} can never hold with ${trials} trials.`,
      {
        hint: `Ask for at most ${trials}, or for more trials with --num_runs.`,
      },
    );
  }
  return rule;
}

/** `assay eval --failed` alone asks for what the run before it asked for. */
async function earlierRequest(store: RunStore, runId: string): Promise<EvalRequest | undefined> {
  const { about } = await readStoppedRun(store, runId);
  return about.options as unknown as EvalRequest | undefined;
}
