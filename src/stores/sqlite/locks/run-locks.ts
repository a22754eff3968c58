import type { DatabaseSync } from "node:sqlite";
import { clearInterval, RealDate, setInterval } from "../../../core/async/own-timers.ts";
import {
  isAlive,
  newOwner,
  type ProcessIdentity,
  thisProcess,
} from "../../locks/process-identity.ts";

const HEARTBEAT_MILLISECONDS = 10_000;
/** For holders whose life cannot be checked, on another machine or in another container. */
const SILENT_MILLISECONDS = 60_000;

/** Who writes which run. A holder that was killed is recognised by its process, so its runs are free at once. */
export interface RunLocks {
  lock(runId: string): boolean;
  unlock(runId: string): void;
  unlockAll(): void;
  /** Under which this process has its locks. */
  readonly owner: string;
  /** The runs that were locked here, and not unlocked since. */
  held(): ReadonlySet<string>;
  /** Whether anybody who lives holds it, this process included. */
  isLocked(runId: string): boolean;
}

interface Holder extends ProcessIdentity {
  readonly owner: string;
  readonly heartbeat: string;
}

export function runLocks(database: DatabaseSync): RunLocks {
  const owner = newOwner();
  const held = new Set<string>();
  const find = database.prepare(
    "SELECT owner, pid, host, process_start, heartbeat FROM locks WHERE run_id = ?",
  );
  const take = database.prepare(`
    INSERT INTO locks (run_id, owner, pid, host, process_start, started, heartbeat)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (run_id) DO UPDATE SET owner = excluded.owner, pid = excluded.pid, host = excluded.host,
      process_start = excluded.process_start, started = excluded.started, heartbeat = excluded.heartbeat`);
  const beat = database.prepare("UPDATE locks SET heartbeat = ? WHERE owner = ?");
  const release = database.prepare("DELETE FROM locks WHERE run_id = ? AND owner = ?");
  let timer: NodeJS.Timeout | undefined;

  function holderOf(runId: string): Holder | undefined {
    const row = find.get(runId);
    if (row === undefined) return undefined;
    return {
      owner: String(row.owner),
      pid: Number(row.pid),
      host: String(row.host),
      processStart: String(row.process_start),
      heartbeat: String(row.heartbeat),
    };
  }

  function keepBeating(): void {
    timer ??= setInterval(() => {
      try {
        beat.run(new RealDate().toISOString(), owner);
      } catch {
        // a beat may be missed; whatever is wrong with the database, the next commit reports it
      }
    }, HEARTBEAT_MILLISECONDS).unref();
  }

  return {
    lock(runId) {
      database.exec("BEGIN IMMEDIATE");
      try {
        const holder = holderOf(runId);
        const free = holder === undefined || holder.owner === owner || isGone(holder);
        if (free) {
          const { pid, host, processStart } = thisProcess();
          const now = new RealDate().toISOString();
          take.run(runId, owner, pid, host, processStart, now, now);
        }
        database.exec("COMMIT");
        if (free) held.add(runId);
        if (free) keepBeating();
        return free;
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    },
    unlock(runId) {
      if (!held.delete(runId)) return;
      release.run(runId, owner);
      if (held.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
    unlockAll() {
      for (const runId of [...held]) this.unlock(runId);
    },
    owner,
    held: () => held,
    isLocked(runId) {
      const holder = holderOf(runId);
      return holder !== undefined && (holder.owner === owner || !isGone(holder));
    },
  };
}

function isGone(holder: Holder): boolean {
  const alive = isAlive(holder);
  if (alive !== undefined) return !alive;
  return RealDate.now() - RealDate.parse(holder.heartbeat) > SILENT_MILLISECONDS;
}
