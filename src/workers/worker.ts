import { clearInterval, performance, setInterval, setTimeout } from "../core/async/own-timers.ts";
import type { RunStore } from "../core/run-store.ts";
import { readGitState } from "../project/git/git-state.ts";
import type { Stuck } from "../project/run/watchdog/stuck-code.ts";
import { storedFirst } from "../runner/journal/stored-first.ts";
import { isPassing } from "../stores/postgres/postgres-problem.ts";
import { type LeaseSwitch, leaseKeeper, leaseSwitch } from "./leases/lease-keeper.ts";
import { openTeam, type Team } from "./open-team.ts";
import { repeatedly } from "./repeatedly.ts";
import { tellStuck } from "./troubles.ts";
import { workerRecord } from "./worker-record.ts";
import { workerRun } from "./worker-run.ts";
import { workerRuns } from "./worker-runs.ts";
import { workerSlots } from "./worker-slots.ts";

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
  /** Switched off when another process goes on for this one. */
  readonly leases?: LeaseSwitch | undefined;
  /** Hears that code of a run is about to be loaded. */
  readonly onLoading?: (() => void) | undefined;
  /** Hears how many seconds a turn may take of a run that is worked at; undefined when it no longer is. */
  readonly onServed?: ((runId: string, turnSeconds: number | undefined) => void) | undefined;
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
  const { address, concurrency, stop, kill, note } = options;
  const [team, commit] = await Promise.all([openPatiently(options), commitIn(options.folder)]);
  const { client, queue } = team;
  const { stuck = [], onLoading = () => {}, onServed = () => {} } = options;
  await tellStuck(client, stuck);
  const record = workerRecord({ client, concurrency, commit });
  const keeper = leaseKeeper({
    ...{ address, workerId: record.id, everyMs: KEEP_MS },
    leases: options.leases ?? leaseSwitch(),
  });
  let failure: { readonly error: unknown } | undefined;
  let wake: () => void = () => {};
  const slots = workerSlots({
    concurrency,
    onChange(inFlight) {
      options.onRunning?.(inFlight);
      wake();
    },
    onFailure: fail,
  });

  function fail(error: unknown): void {
    failure ??= { error };
    wake();
  }

  const onEnd = (how: "ended" | "lost") => record.count(how);
  const journals = new Set<() => Promise<void>>();
  const flush = async () => {
    // whoever waits for an event of it hears of a commit that failed
    await Promise.all([...journals].map((ended) => ended().catch(() => {})));
  };
  const saved = storedFirst({ save: flush, saveTogether: flush }, () => {}, kill);
  const shared = { client, queue, keeper, commit, onEnd, stuck, onLoading, onServed };
  const runs = workerRuns({
    ...{ client, queue, store: options.store },
    open: (each) => workerRun(each, { ...options, ...shared, saved, journals }),
  });

  /** As many as there is room for, of the oldest run first. */
  async function take(): Promise<boolean> {
    let taken = false;
    for (const run of runs.all()) {
      if (stop.aborted) break;
      for (const claim of await run.take(slots.wanted(run.ahead()), performance.now())) {
        taken = true;
        slots.add(run, claim);
      }
    }
    return taken;
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
      setTimeout(resolve, IDLE_MS);
    });
  }

  async function keep(): Promise<void> {
    const all = runs.all();
    for (const run of all) await run.keep();
    const refusals = all.flatMap((run) => {
      const why = run.refusal();
      return why === undefined ? [] : [[run.runId, why] as const];
    });
    await record.say({
      running: slots.running(),
      waiting: all.reduce((sum, run) => sum + run.waiting(), 0),
      refuses: Object.fromEntries(refusals),
    });
  }

  // a beat may be missed; whatever is wrong with the database, the next commit reports it
  const keeping = setInterval(() => void keep().catch(() => {}), KEEP_MS);
  // beside what is taken: a place that is free does not wait for what else there is to know
  const looks = repeatedly(runs.look, { everyMs: LOOK_MS, onFailure: fail });
  const onStop = () => wake();
  stop.addEventListener("abort", onStop, { once: true });
  try {
    await keep();
    await looks.first;
    while (failure === undefined && !((stop.aborted || kill.aborted) && slots.isEmpty())) {
      if (stop.aborted || kill.aborted) await slots.giveBack();
      if (!(await take())) await pause();
    }
    await slots.giveBack().catch(() => {});
    while (!slots.isEmpty()) await pause();
  } finally {
    clearInterval(keeping);
    await looks.end();
    stop.removeEventListener("abort", onStop);
    await runs.close();
    await keeper.close();
    await record.leave().catch(() => {});
    await team.close();
  }
  if (failure !== undefined) throw failure.error;
  note("Nothing is in flight any more.");
}

async function commitIn(folder: string): Promise<string | undefined> {
  const git = await readGitState(folder);
  return git && `${git.commit.slice(0, 12)}${git.dirty ? ", changed" : ""}`;
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
