import { clearInterval, performance, setInterval, setTimeout } from "../core/async/own-timers.ts";
import type { RunStore } from "../core/run-store.ts";
import { readGitState } from "../project/git/git-state.ts";
import type { Stuck } from "../project/run/watchdog/stuck-code.ts";
import { storedFirst } from "../runner/journal/stored-first.ts";
import { isPassing } from "../stores/postgres/postgres-problem.ts";
import { closeEndedRuns } from "./close-run.ts";
import { haltDispatch, openDispatches } from "./dispatches.ts";
import { type Claim, GIVEN_UP } from "./job-queue.ts";
import { openTeam, type Team } from "./open-team.ts";
import { workerRecord } from "./worker-record.ts";
import { type WorkerRun, workerRun } from "./worker-run.ts";

export interface WorkerOptions {
  /** Of the database that has the runs and the queue. */
  readonly address: string;
  readonly store: RunStore;
  /** Where agents, sets and configs lie. */
  readonly folder: string;
  readonly version: string;
  /** Conversations at once. */
  readonly concurrency: number;
  readonly note: (sentence: string) => void;
  /** Hears how many conversations are in flight. */
  readonly onRunning?: ((count: number) => void) | undefined;
  /** Code that got stuck in a process that this one goes on for. */
  readonly stuck?: readonly Stuck[] | undefined;
  /** Hears that code of a run is about to be loaded. */
  readonly onLoading?: (() => void) | undefined;
  /** Hears how many seconds a turn may take of a run that is worked at. */
  readonly onServed?: ((turnSeconds: number) => void) | undefined;
  /** Take nothing new, and end when what is in flight has ended. */
  readonly stop: AbortSignal;
  /** Give back what is in flight, and end. */
  readonly kill: AbortSignal;
}

/** Between two looks at which runs there are. */
const LOOK_MS = 500;
const IDLE_MS = 250;
/** A third of a lease: two may be missed. */
const KEEP_MS = 3000;

/** Takes conversations of whichever runs it can, until it is told to stop. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { concurrency, stop, kill, note } = options;
  const team = await openPatiently(options);
  const { client, queue } = team;
  const git = await readGitState(options.folder);
  const commit = git && `${git.commit.slice(0, 12)}${git.dirty ? ", changed" : ""}`;
  const record = workerRecord({ client, concurrency, commit });
  const runs = new Map<string, WorkerRun>();
  let inFlight = 0;
  let failure: { readonly error: unknown } | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let wake: () => void = () => {};

  const onEnd = (how: "ended" | "lost") => record.count(how);
  const journals = new Set<{ flush(): Promise<void> }>();
  const flush = async () => {
    // whoever waits for an event of it hears of a commit that failed
    await Promise.all([...journals].map((each) => each.flush().catch(() => {})));
  };
  const saved = storedFirst({ save: flush, saveTogether: flush }, () => {}, kill);
  const { stuck = [], onLoading = () => {}, onServed = () => {} } = options;
  const shared = { client, queue, commit, onEnd, stuck, onLoading, onServed, saved, journals };
  const open = (each: Parameters<typeof workerRun>[0]): WorkerRun =>
    workerRun(each, { ...options, ...shared });

  async function look(): Promise<void> {
    if (performance.now() - lookedAt < LOOK_MS) return;
    lookedAt = performance.now();
    const dispatches = await openDispatches(client);
    for (const each of dispatches) {
      const known = runs.get(each.runId) ?? open(each);
      runs.set(each.runId, known);
      known.see(each);
      if (each.isLate && each.halt === null) await endLate(each.runId);
    }
    const ids = new Set(dispatches.map(({ runId }) => runId));
    for (const [runId, run] of runs) {
      if (ids.has(runId) || run.running() > 0) continue;
      runs.delete(runId);
      await run.close();
    }
    await closeEndedRuns({ client, queue, store: options.store });
    await takeGivenUp();
  }

  async function endLate(runId: string): Promise<void> {
    const detail = "The run's deadline passed.";
    await haltDispatch(client, runId, { status: "stopped-early", detail }, true);
    await queue.drop(runId);
  }

  async function takeGivenUp(): Promise<void> {
    if (runs.size === 0) return;
    for (const { runId, ...claim } of await queue.takeGivenUp(10)) {
      const run = runs.get(runId);
      const isDone = run === undefined || (await run.giveUp(claim)) === "ended already";
      if (isDone) await client.transaction((query) => queue.complete(GIVEN_UP, [claim], query));
    }
  }

  /** As many as there is room for, of the oldest run first. */
  async function take(): Promise<boolean> {
    let taken = false;
    for (const run of [...runs.values()]) {
      const count = Math.min(concurrency - inFlight, await run.room());
      if (stop.aborted || count <= 0) continue;
      const takenAt = performance.now();
      for (const claim of await queue.take(run.runId, count)) {
        taken = true;
        begin(run, claim, takenAt);
      }
    }
    return taken;
  }

  function begin(run: WorkerRun, claim: Claim, takenAt: number): void {
    inFlight += 1;
    options.onRunning?.(inFlight);
    run
      .run(claim, takenAt)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        inFlight -= 1;
        options.onRunning?.(inFlight);
        wake();
      });
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
      setTimeout(resolve, IDLE_MS);
    });
  }

  async function keep(): Promise<void> {
    const all = [...runs.values()];
    for (const run of all) await run.keep();
    const refusals = all.flatMap((run) => {
      const why = run.refusal();
      return why === undefined ? [] : [[run.runId, why] as const];
    });
    await record.say({
      running: inFlight,
      waiting: all.reduce((sum, run) => sum + run.waiting(), 0),
      refuses: Object.fromEntries(refusals),
    });
  }

  // a beat may be missed; whatever is wrong with the database, the next commit reports it
  const keeping = setInterval(() => void keep().catch(() => {}), KEEP_MS);
  const onStop = () => wake();
  stop.addEventListener("abort", onStop, { once: true });
  try {
    await keep();
    while (failure === undefined && !((stop.aborted || kill.aborted) && inFlight === 0)) {
      await look();
      const mayTake = !stop.aborted && inFlight < concurrency;
      if (!(mayTake && (await take()))) await pause();
    }
    while (inFlight > 0) await pause();
  } finally {
    clearInterval(keeping);
    stop.removeEventListener("abort", onStop);
    for (const run of runs.values()) await run.close();
    await record.leave().catch(() => {});
    await team.close();
  }
  if (failure !== undefined) throw failure.error;
  note("Nothing is in flight any more.");
}

/** How long a worker that is started while the database is away waits for it. */
const PATIENCE_MS = 60_000;
const AGAIN_MS = 1000;

/** Whatever starts workers on a machine may start them before the database, or while that is started anew. */
async function openPatiently({ address, store, note, stop }: WorkerOptions): Promise<Team> {
  const deadline = performance.now() + PATIENCE_MS;
  let isNoted = false;
  for (;;) {
    try {
      await store.position();
      return await openTeam(address);
    } catch (error) {
      const isAway = error instanceof Error && isPassing(error.cause);
      if (!isAway || stop.aborted || performance.now() > deadline) throw error;
      if (!isNoted) note("The database cannot be reached; waiting for it.");
      isNoted = true;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
