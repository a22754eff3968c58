import type { RunStore } from "../core/run-store.ts";
import type { PostgresClient } from "../stores/postgres/postgres-client.ts";
import { closeEndedRuns } from "./close-run.ts";
import { type Dispatch, haltDispatch, openDispatches } from "./dispatches.ts";
import { GIVEN_UP, type JobQueue } from "./job-queue.ts";
import type { WorkerRun } from "./worker-run.ts";

interface RunsOptions {
  readonly client: PostgresClient;
  readonly queue: JobQueue;
  readonly store: RunStore;
  readonly open: (dispatch: Dispatch) => WorkerRun;
}

/** The runs that workers have, oldest first, as far as they are this worker's business. */
export interface WorkerRuns {
  all(): readonly WorkerRun[];
  /** Reads which there are, and ends those that are over. */
  look(): Promise<void>;
  close(): Promise<void>;
}

export function workerRuns({ client, queue, store, open }: RunsOptions): WorkerRuns {
  const runs = new Map<string, WorkerRun>();

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

  return {
    all: () => [...runs.values()],
    async look() {
      const dispatches = await openDispatches(client);
      for (const each of dispatches) {
        const known = runs.get(each.runId) ?? open(each);
        runs.set(each.runId, known);
        known.see(each);
        if (each.isLate && each.halt === null) await endLate(each.runId);
      }
      const ids = new Set(dispatches.map(({ runId }) => runId));
      for (const [runId, run] of runs) {
        if (ids.has(runId) || run.busy() > 0) continue;
        runs.delete(runId);
        await run.close();
      }
      await closeEndedRuns({ client, queue, store });
      await takeGivenUp();
    },
    async close() {
      for (const run of runs.values()) await run.close();
    },
  };
}
