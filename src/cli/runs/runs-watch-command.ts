import { exitCodeOf } from "../../core/folds/run-summary.ts";
import type { RunStore } from "../../core/run-store.ts";
import { shortId } from "../../core/text/short-id.ts";
import { ExitCode } from "../../core/verdict.ts";
import { secretsOf } from "../../project/history/agent-of-run.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { loadRun } from "../../project/history/load-run.ts";
import { isPostgresAddress } from "../../stores/postgres-address.ts";
import { choiceOption } from "../arguments/read-options.ts";
import { storeOf } from "../arguments/store-option.ts";
import type { CommandInput } from "../command.ts";
import { openReporters } from "../open-reporters.ts";
import { withRuns } from "../open-runs.ts";
import { printNotes } from "../print-notes.ts";
import { leaveOrCancel } from "../workers/leave-or-cancel.ts";
import type { WaitingText } from "../workers/watch-on-workers.ts";

/** `assay runs watch`: what whoever started a run would see. */
export async function runsWatchCommand(input: CommandInput): Promise<number> {
  return await withRuns(input, async (store) => {
    const runId = await findRun(store, input.arguments[0], { cwd: input.cwd });
    return await watchIn(input, store, runId);
  });
}

export async function watchIn(
  input: CommandInput,
  store: RunStore,
  runId: string,
): Promise<number> {
  const { summary } = await loadRun(store, runId);
  const waiting: WaitingText = { text: undefined };
  const reporters = await openReporters(input, {
    secrets: await secretsOf(summary.about, input.cwd),
    waitingFor: () => waiting.text,
    resumedWith: () => (waiting.onWorkers === true ? "--workers" : undefined),
  });
  const cancels = choiceOption(input.options, "on_interrupt", ["leave", "cancel"]) === "cancel";
  const signals = leaveOrCancel(input.terminal, { cancels });
  try {
    const task = { store, runId, reporters, signals, waiting };
    return (await onWorkers(input, task)) ?? (await elsewhere(input, task));
  } finally {
    signals.release();
  }
}

interface Task {
  readonly store: RunStore;
  readonly runId: string;
  readonly reporters: Awaited<ReturnType<typeof openReporters>>;
  readonly signals: ReturnType<typeof leaveOrCancel>;
  readonly waiting: WaitingText;
}

/** Undefined where no worker has anything to do with it. */
async function onWorkers(input: CommandInput, task: Task): Promise<number | undefined> {
  const address = storeOf(input);
  if (!isPostgresAddress(address)) return undefined;
  const { dispatchState } = await import("../../workers/fleet.ts");
  const state = await dispatchState(address, task.runId);
  // a resume of one that they had goes back to them
  task.waiting.onWorkers = state !== undefined;
  if (state !== "open") return undefined;
  const { openTeam } = await import("../../workers/open-team.ts");
  const { watchOnWorkers } = await import("../workers/watch-on-workers.ts");
  const team = await openTeam(address);
  try {
    return await watchOnWorkers(input, { ...task, team });
  } finally {
    await team.close();
  }
}

/** A run of one process: it can be watched, and only its own window ends it. */
async function elsewhere(
  input: CommandInput,
  { store, runId, reporters, signals }: Task,
): Promise<number> {
  const { watchRun } = await import("../../workers/watch-run.ts");
  const leave = AbortSignal.any([signals.leave, signals.cancel]);
  const onNote = (sentence: string) => printNotes(input, [sentence]);
  const run = await watchRun({ store, runId, reporters, leave, onNote });
  if (run !== undefined) return exitCodeOf(run);
  input.terminal.warn(`\nRun ${shortId(runId)} goes on in its own process.\n`);
  return ExitCode.interrupted;
}
