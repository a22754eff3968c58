import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { PostgresClient } from "../stores/postgres/postgres-client.ts";

interface RecordOptions {
  readonly client: PostgresClient;
  readonly concurrency: number;
  readonly commit: string | undefined;
}

interface WorkerState {
  /** Conversations in flight. */
  readonly running: number;
  /** Model calls that wait for what their model allows. */
  readonly waiting: number;
  /** Why it leaves runs to others, by run. */
  readonly refuses: Readonly<Record<string, string>>;
}

/** What a worker says of itself, for those who look after all of them. */
export interface WorkerRecord {
  readonly id: string;
  count(how: "ended" | "lost"): void;
  say(state: WorkerState): Promise<void>;
  leave(): Promise<void>;
}

export function workerRecord({ client, concurrency, commit }: RecordOptions): WorkerRecord {
  const id = randomUUID();
  const counts = { ended: 0, lost: 0 };
  let last: WorkerState = { running: 0, waiting: 0, refuses: {} };

  async function say(state: WorkerState): Promise<void> {
    last = state;
    await client.query(SAY, [
      id,
      hostname(),
      process.pid,
      commit ?? null,
      concurrency,
      state.running,
      state.waiting,
      counts.ended,
      counts.lost,
      JSON.stringify(state.refuses),
    ]);
  }

  return {
    id,
    count(how) {
      counts[how] += 1;
    },
    say,
    async leave() {
      // what it did counts on; it is gone when it is silent
      await say({ ...last, running: 0, waiting: 0, refuses: {} });
      await client.query("UPDATE assay.workers SET concurrency = 0 WHERE id = $1", [id]);
      await client.query("DELETE FROM assay.workers WHERE seen < now() - interval '1 day'");
    },
  };
}

const SAY = `
INSERT INTO assay.workers
  (id, host, pid, "commit", concurrency, started, seen, running, waiting, ended, lost, refuses)
VALUES ($1, $2, $3, $4, $5, now(), now(), $6, $7, $8, $9, $10)
ON CONFLICT (id) DO UPDATE SET seen = now(), running = excluded.running, waiting = excluded.waiting,
  ended = excluded.ended, lost = excluded.lost, refuses = excluded.refuses`;
