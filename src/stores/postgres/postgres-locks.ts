import { clearInterval, setInterval } from "../../core/async/own-timers.ts";
import { isHandedOver } from "../locks/hand-over.ts";
import { isAlive, newOwner, type ProcessIdentity, thisProcess } from "../locks/process-identity.ts";
import type { PostgresClient, PostgresQuery } from "./postgres-client.ts";

const HEARTBEAT_MILLISECONDS = 5000;
/** For holders on other machines. By the clock of the database, since machines disagree. */
const SILENT_SECONDS = 30;

/** Who writes which run, on which machine. A holder that was killed on this one is recognised at once. */
export interface PostgresLocks {
  readonly owner: string;
  /** Runs that were locked here. */
  held(runIds: Iterable<string>): readonly string[];
  lock(runId: string): Promise<boolean>;
  unlock(runId: string): Promise<void>;
  unlockAll(): Promise<void>;
  /** Whether anybody who lives holds it, this process included. */
  isLocked(runId: string): Promise<boolean>;
  /** Those of these runs that anybody holds who lives. */
  locked(runIds: readonly string[]): Promise<ReadonlySet<string>>;
}

interface Holder extends ProcessIdentity {
  readonly owner: string;
  readonly silent: boolean;
}

const FIND = `
SELECT owner, pid, host, process_start AS "processStart",
  heartbeat < now() - interval '${SILENT_SECONDS} seconds' AS silent
FROM assay.locks WHERE run_id = $1`;

const FIND_ALL = FIND.replace("SELECT", 'SELECT run_id AS "runId",').replace("= $1", "= ANY($1)");

const DISPATCHED = `SELECT run_id AS "runId" FROM assay.dispatches WHERE run_id = ANY($1) AND state = 'open'`;

/** Taken from nobody, from oneself, or from the one who was seen to be gone. */
const TAKE = `
INSERT INTO assay.locks AS l (run_id, owner, pid, host, process_start, heartbeat)
VALUES ($1, $2, $3, $4, $5, now())
ON CONFLICT (run_id) DO UPDATE SET owner = excluded.owner, pid = excluded.pid, host = excluded.host,
  process_start = excluded.process_start, heartbeat = excluded.heartbeat
WHERE l.owner = excluded.owner OR l.owner = $6
RETURNING owner`;

export function postgresLocks(client: PostgresClient): PostgresLocks {
  const owner = newOwner();
  const held = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function holderOf(query: PostgresQuery, runId: string): Promise<Holder | undefined> {
    const [holder] = await query<Holder>(FIND, [runId]);
    return holder;
  }

  /** Workers have it, whether one is there right now or not. */
  async function isDispatched(runId: string): Promise<boolean> {
    return (await client.query(DISPATCHED, [[runId]])).length > 0;
  }

  async function locked(runIds: readonly string[]): Promise<ReadonlySet<string>> {
    const holders = await client.query<Holder & { runId: string }>(FIND_ALL, [runIds]);
    const dispatched = await client.query<{ runId: string }>(DISPATCHED, [runIds]);
    const living = holders.filter((holder) => holder.owner === owner || !isGone(holder));
    return new Set([...living, ...dispatched].map(({ runId }) => runId));
  }

  function keepBeating(): void {
    timer ??= setInterval(() => {
      // a beat may be missed; whatever is wrong with the database, the next commit reports it
      client
        .query("UPDATE assay.locks SET heartbeat = now() WHERE owner = $1", [owner])
        .catch(() => {});
    }, HEARTBEAT_MILLISECONDS).unref();
  }

  function stopBeating(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    owner,
    held: (runIds) => [...new Set(runIds)].filter((runId) => held.has(runId)),
    async lock(runId) {
      if (await isDispatched(runId)) return false;
      const holder = await holderOf(client.query, runId);
      const isOther = holder !== undefined && holder.owner !== owner;
      if (isOther && !(isGone(holder) || isLeftToUs(runId, holder))) return false;
      const { pid, host, processStart } = thisProcess();
      const gone = isOther ? holder.owner : null;
      const taken = await client.query(TAKE, [runId, owner, pid, host, processStart, gone]);
      if (taken.length === 0) return false;
      held.add(runId);
      keepBeating();
      return true;
    },
    async unlock(runId) {
      if (!held.delete(runId)) return;
      if (held.size === 0) stopBeating();
      await client.query("DELETE FROM assay.locks WHERE run_id = $1 AND owner = $2", [
        runId,
        owner,
      ]);
    },
    async unlockAll() {
      stopBeating();
      if (held.size === 0) return;
      held.clear();
      await client.query("DELETE FROM assay.locks WHERE owner = $1", [owner]);
    },
    async isLocked(runId) {
      return (await locked([runId])).has(runId);
    },
    locked,
  };
}

/** By one on this machine that is stuck, and waits for us to end. */
function isLeftToUs(runId: string, { pid, host }: Holder): boolean {
  return host === thisProcess().host && isHandedOver(runId, pid);
}

function isGone(holder: Holder): boolean {
  const alive = isAlive(holder);
  return alive === undefined ? holder.silent : !alive;
}
