import { performance } from "../../core/async/own-timers.ts";
import { ModelError } from "../../core/chat-model.ts";
import { type Claim, type JobQueue, LEASE_SECONDS } from "../job-queue.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";

/** A conversation that this worker has the lease of. */
export interface Held {
  readonly claim: Claim;
  readonly kill: AbortController;
  /** Its end is being written: whether the lease still holds is decided there. */
  isEnding: boolean;
  /** When we last knew that the lease was ours. */
  renewedAt: number;
}

/** The leases of one run that this worker has. */
export interface HeldLeases {
  count(): number;
  /** Surely ours since `takenAt`. */
  add(claims: readonly Claim[], takenAt: number): Promise<void>;
  /** Undefined where it was lost meanwhile. */
  find(claim: Claim): Held | undefined;
  remove(held: Held): void;
  lose(claim: Claim): void;
  loseAll(): void;
  /** Renews them from here where nobody else does. */
  renew(): Promise<void>;
  /** Resolves when the lease holds for now; rejects when it was lost. */
  stillOurs(held: Held): Promise<void>;
  close(): void;
}

interface HeldOptions {
  readonly runId: string;
  readonly queue: JobQueue;
  readonly keeper: LeaseKeeper;
  readonly onLost: () => void;
}

/** After so long without a word from the database a lease may have lapsed. */
const SURE_MS = LEASE_SECONDS * 600;

export function heldLeases({ runId, queue, keeper, onLost }: HeldOptions): HeldLeases {
  const held = new Map<string, Held>();
  const all = () => [...held.values()];

  function find({ id, attempt }: Claim): Held | undefined {
    const found = held.get(id);
    return found?.claim.attempt === attempt ? found : undefined;
  }
  function lose(claim: Claim): void {
    const lost = find(claim);
    if (lost === undefined || lost.kill.signal.aborted) return;
    onLost();
    lost.kill.abort();
  }
  /** What was asked at that time: those that did not go on were lost. */
  function settle(asked: readonly Held[], kept: ReadonlySet<string>, at: number): void {
    for (const entry of asked) {
      if (kept.has(entry.claim.id)) entry.renewedAt = Math.max(entry.renewedAt, at);
      else if (!entry.isEnding) lose(entry.claim);
    }
  }
  async function renew(entries: readonly Held[]): Promise<void> {
    const asked = entries.filter(({ isEnding }) => !isEnding);
    const at = performance.now();
    const claims = asked.map(({ claim }) => claim);
    settle(asked, await queue.keep(runId, claims), at);
  }
  keeper.onRenewed(runId, ({ attempts, kept, at }) => {
    const asked = all().filter(({ claim }) => attempts[claim.id] === claim.attempt);
    settle(asked, kept, at);
  });

  return {
    count: () => held.size,
    async add(claims, takenAt) {
      for (const claim of claims) {
        const kill = new AbortController();
        held.set(claim.id, { claim, kill, isEnding: false, renewedAt: takenAt });
      }
      const claimed = all().map(({ claim }) => claim);
      const attempts = Object.fromEntries(claimed.map(({ id, attempt }) => [id, attempt]));
      keeper.keep({ runId, attempts, renewal: await queue.renewal(runId, claimed) });
    },
    find,
    remove(entry) {
      if (held.get(entry.claim.id) === entry) held.delete(entry.claim.id);
    },
    lose,
    loseAll() {
      for (const { kill } of all()) kill.abort();
    },
    async renew() {
      if (!keeper.isKeeping()) await renew(all());
    },
    async stillOurs(entry) {
      if (performance.now() - entry.renewedAt > SURE_MS) await renew([entry]);
      if (entry.kill.signal.aborted) throw new ModelError("cancelled", "The lease was lost.");
    },
    close() {
      keeper.onRenewed(runId, undefined);
      if (keeper.isKeeping()) keeper.keep({ runId, attempts: {} });
    },
  };
}
