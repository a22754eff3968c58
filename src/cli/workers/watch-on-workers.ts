import { performance } from "../../core/async/own-timers.ts";
import { exitCodeOf } from "../../core/folds/run-summary.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { RunStore } from "../../core/run-store.ts";
import { shortId } from "../../core/text/short-id.ts";
import { ExitCode } from "../../core/verdict.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { closeEndedRuns } from "../../workers/close-run.ts";
import { haltDispatch } from "../../workers/dispatches.ts";
import { type FleetStatus, readFleet } from "../../workers/fleet.ts";
import type { Team } from "../../workers/open-team.ts";
import { watchRun } from "../../workers/watch-run.ts";
import type { CommandInput } from "../command.ts";
import { printNotes } from "../print-notes.ts";
import type { LeaveSignals } from "./leave-or-cancel.ts";

interface WatchTask {
  readonly store: RunStore;
  readonly team: Team;
  readonly runId: string;
  readonly reporters: readonly Reporter[];
  readonly signals: LeaveSignals;
  /** Where what keeps the run from going on is written for the progress line. */
  readonly waiting: WaitingText;
}

/** Why nothing happens, where that is known. */
export interface WaitingText {
  text: string | undefined;
  /** True where it is workers that run it. */
  onWorkers?: boolean | undefined;
}

/** Workers speak every 3 seconds; whoever looks more often sees nothing new. */
const FLEET_MS = 2000;
/** One that starts up needs some seconds. */
const NOTE_AFTER_MS = 8000;

/** Shows a run that workers have until it ends, or until somebody leaves; gives the exit code. */
export async function watchOnWorkers(input: CommandInput, task: WatchTask): Promise<number> {
  const { store, team, runId, reporters, signals, waiting } = task;
  waiting.onWorkers = true;
  const look = looker(input, task);
  const run = await watchRun({
    store,
    runId,
    reporters,
    onNote: (sentence) => printNotes(input, [sentence]),
    onLook: look,
    leave: signals.leave,
  });
  if (run !== undefined) return exitCodeOf(run);
  await team.client.query("SELECT 1");
  const name = shortId(runId);
  input.terminal.warn(
    `\nRun ${name} goes on without this window.\n  Watch it:   assay runs watch ${name}\n  Cancel it:  assay runs cancel ${name}\n`,
  );
  return ExitCode.interrupted;
}

/** Between two looks into the journal: whether somebody wants it cancelled, whether it is over, and who is at it. */
function looker(
  input: CommandInput,
  { store, team, runId, signals, waiting }: WatchTask,
): () => Promise<void> {
  const began = performance.now();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let noted = false;
  let cancelled: "not" | "drains" | "kills" = "not";
  return async () => {
    const wanted = signals.kill.aborted ? "kills" : signals.cancel.aborted ? "drains" : "not";
    if (wanted !== cancelled) {
      cancelled = wanted;
      await cancelRun(team, runId, wanted === "kills");
    }
    if (performance.now() - lookedAt < FLEET_MS && wanted === "not") return;
    lookedAt = performance.now();
    await closeEndedRuns({ ...team, store });
    waiting.text = whyWaiting(await readFleet(team.client), runId);
    if (noted || waiting.text === undefined || performance.now() - began < NOTE_AFTER_MS) return;
    noted = true;
    printNotes(input, [`${waiting.text[0]?.toUpperCase()}${waiting.text.slice(1)}`]);
  };
}

/** Nothing more of it begins; `kills`: what is in flight is not waited for. */
export async function cancelRun(team: Team, runId: string, kills: boolean): Promise<void> {
  await haltDispatch(team.client, runId, { status: "interrupted" }, kills);
  await team.queue.drop(runId);
}

function whyWaiting({ workers, active }: FleetStatus, runId: string): string | undefined {
  if (workers.length === 0) {
    return "waiting for a worker; start one in this folder, on any machine:  assay worker";
  }
  const refusals = workers.map(({ refuses }) => refuses[runId]);
  const [first] = refusals;
  if (refusals.every((why) => why !== undefined) && first !== undefined && active === 0) {
    const [{ host, commit }] = workers as [(typeof workers)[number]];
    const has = commit === null ? "" : ` at commit ${commit}`;
    return cleanLine(`waiting for a worker that can run it; ${host}${has} cannot: ${first}`);
  }
  return undefined;
}
