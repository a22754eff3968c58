import type { RunGates } from "../../core/analysis/gate.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { RunStore } from "../../core/run-store.ts";
import { shortId } from "../../core/text/short-id.ts";
import { ExitCode } from "../../core/verdict.ts";
import type { EvalRequest } from "../../project/plan/eval-request.ts";
import type { PreparedRun } from "../../project/plan/prepared-run.ts";
import type { RankOf } from "../../project/plan/risk-order.ts";
import type { StoppedRun } from "../../project/resume/resume-run.ts";
import { adkResultsReporter } from "../../project/run/adk-results-reporter.ts";
import { dispatchRun } from "../../workers/dispatch-run.ts";
import { dispatchState } from "../../workers/fleet.ts";
import { openTeam } from "../../workers/open-team.ts";
import { choiceOption, isOn } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { printNotes } from "../print-notes.ts";
import { reportWaiting } from "../text/report-waiting.ts";
import { leaveOrCancel } from "../workers/leave-or-cancel.ts";
import { teamStoreOf } from "../workers/team-store.ts";
import { type WaitingText, watchOnWorkers } from "../workers/watch-on-workers.ts";
import { adkResultsFrom } from "./read-eval-request.ts";

interface WorkersTask {
  readonly store: RunStore;
  readonly prepared: PreparedRun;
  readonly request: EvalRequest;
  readonly runId: string;
  readonly stopped?: StoppedRun | undefined;
  readonly gates?: RunGates | undefined;
  readonly rank?: RankOf | undefined;
  readonly reporters: readonly Reporter[];
  readonly waiting: WaitingText;
}

/** What cannot be asked of workers is told before anything is loaded. */
export function checkWorkers(input: CommandInput): void {
  teamStoreOf(input, "--workers");
  if (!isOn(input.options, "decide")) return;
  throw new UserFacingError(
    "cli/usage",
    "--decide looks at cases one after the other, in the order in which they were drawn; workers end them in any order.",
    { hint: "Leave out --decide or --workers." },
  );
}

/** A run that workers still have only has to be watched; undefined where they have not. */
export async function watchDispatched(
  input: CommandInput,
  store: RunStore,
  runId: string,
): Promise<number | undefined> {
  if ((await dispatchState(teamStoreOf(input, "--workers"), runId)) !== "open") return undefined;
  const { watchIn } = await import("../runs/runs-watch-command.ts");
  printNotes(input, [`Workers still have run ${shortId(runId)}, so it is only watched.`]);
  return await watchIn(input, store, runId);
}

/** The run of one `assay eval --workers`: put into the queue, and watched as long as somebody wants to. */
export async function evalOnWorkers(input: CommandInput, task: WorkersTask): Promise<number> {
  const { store, prepared, runId, waiting } = task;
  const { terminal, options } = input;
  const signals = leaveOrCancel(terminal, {
    cancels: choiceOption(options, "on_interrupt", ["leave", "cancel"]) === "cancel",
  });
  const team = await openTeam(teamStoreOf(input, "--workers"));
  try {
    // nothing is on record yet that could be left to anybody
    const signal = AbortSignal.any([signals.leave, signals.cancel]);
    await dispatchRun(prepared, { ...task, ...team, signal, onWaiting: reportWaiting(terminal) });
    const adk = adkResultsReporter({
      directory: prepared.loaded.directory,
      isAdk: prepared.loaded.agent.framework === "@google/adk",
      when: adkResultsFrom(options),
      onNote: (sentence) => printNotes(input, [sentence]),
    });
    const reporters = [...task.reporters, adk];
    return await watchOnWorkers(input, { store, team, runId, reporters, signals, waiting });
  } catch (error) {
    const isStopped = signals.leave.aborted || signals.cancel.aborted;
    if (!(isStopped && error instanceof Error && error.name === "AbortError")) throw error;
    terminal.warn("Nothing of the run has begun.\n");
    return ExitCode.interrupted;
  } finally {
    signals.release();
    await team.close();
  }
}
