import { performance } from "../core/async/own-timers.ts";
import { ModelError } from "../core/chat-model.ts";
import { isUserFacingError } from "../core/errors.ts";
import { shortId } from "../core/text/short-id.ts";
import { type Stuck, withoutStuckCode } from "../project/run/watchdog/stuck-code.ts";
import type { StoredFirst } from "../runner/journal/stored-first.ts";
import type { CaseEnd } from "../runner/run-case.ts";
import { unpaidEnd } from "../runner/run-cases.ts";
import type { AsyncGroupCommit } from "../stores/postgres/async-group-commit.ts";
import { type ClaimedRow, claimedJournal } from "./claimed-journal.ts";
import { countEnded, type Dispatch, haltDispatch } from "./dispatches.ts";
import { type Claim, GIVEN_UP, type JobQueue, LEASE_SECONDS, nameOf } from "./job-queue.ts";
import { runJob } from "./run-job.ts";
import { isFresh, type ServedRun, type ServeOptions, serveRun } from "./served-run.ts";

export interface WorkerRunOptions extends Omit<ServeOptions, "signal"> {
  readonly queue: JobQueue;
  /** Ends what is in flight. */
  readonly kill: AbortSignal;
  /** Code that is known to get stuck; it is not run again. */
  readonly stuck: readonly Stuck[];
  /** Keeps code of users waiting until what ended before is stored. */
  readonly saved: StoredFirst;
  /** Hears that its code is about to be loaded. */
  readonly onLoading: () => void;
  /** Hears how many seconds a turn of this run may take. */
  readonly onServed: (turnSeconds: number) => void;
  /** What is written and not durable yet. */
  readonly journals: Set<{ flush(): Promise<void> }>;
  /** A conversation has ended here, or was lost to another worker. */
  readonly onEnd: (how: "ended" | "lost") => void;
}

/** One run, as far as it is this worker's business. */
export interface WorkerRun {
  readonly runId: string;
  /** What was last read of it. */
  see(dispatch: Dispatch): void;
  /** Why this worker leaves it to others; undefined where it does not. */
  refusal(): string | undefined;
  running(): number;
  waiting(): number;
  /** How many more conversations may begin here. */
  room(): Promise<number>;
  /** Runs a conversation, whose lease is surely ours since then, to its end; throws where the database is away for good. */
  run(claim: Claim, takenAt: number): Promise<void>;
  /** Ends one that several workers were lost with, without running it again. */
  giveUp(claim: Claim): Promise<"ended" | "ended already" | "left">;
  /** Says that we are still at what we have. */
  keep(): Promise<void>;
  close(): Promise<void>;
}

interface Held {
  readonly claim: Claim;
  readonly kill: AbortController;
  /** Its end is being written: whether the lease still holds is decided there. */
  isEnding: boolean;
  /** When we last knew that the lease was ours. */
  renewedAt: number;
}

/** After so long without a word from the database a lease may have lapsed. */
const SURE_MS = LEASE_SECONDS * 600;

export function workerRun(first: Dispatch, options: WorkerRunOptions): WorkerRun {
  const { client, queue, note, kill, onEnd } = options;
  const { runId } = first;
  const name = nameOf(runId);
  const held = new Map<string, Held>();
  let dispatch = first;
  let serving: Promise<ServedRun | undefined> | undefined;
  let run: ServedRun | undefined;
  let refusal: string | undefined;

  function lose(id: string): void {
    const lost = held.get(id);
    if (lost === undefined || lost.kill.signal.aborted) return;
    onEnd("lost");
    lost.kill.abort();
  }

  async function halted(): Promise<void> {
    await queue.drop(runId);
  }

  const open = (queueName: string): AsyncGroupCommit<ClaimedRow> =>
    claimedJournal({
      runId,
      name: queueName,
      client,
      queue,
      onLost: lose,
      onHalt: () => void halted().catch(() => {}),
    });
  const journal = open(name);
  options.journals.add(journal);

  async function serve(): Promise<ServedRun | undefined> {
    try {
      options.onLoading();
      run = await serveRun(dispatch, { ...options, signal: kill });
      options.onServed(run.plan.deadlines.turn / 1000);
      return run;
    } catch (error) {
      if (!isUserFacingError(error)) throw error;
      refusal = error.message;
      const { git } = await commitOf();
      note(`Run ${shortId(runId)} is left to other workers: ${error.message}${git}`);
      return undefined;
    }
  }

  /** Which commit the run wants, so that somebody can start a worker that has it. */
  async function commitOf(): Promise<{ readonly git: string }> {
    const [start] = await options.store.runEvents(runId);
    const wanted = start?.type === "run-start" ? start.about.git : undefined;
    const has = options.commit;
    if (wanted === undefined) return { git: has === undefined ? "" : ` Here is commit ${has}.` };
    const dirty = wanted.dirty ? " with changes that are not committed" : "";
    const here = has === undefined ? "no commit" : `commit ${has}`;
    return {
      git: ` It was started at commit ${wanted.commit.slice(0, 12)}${dirty}; here is ${here}.`,
    };
  }

  async function work(entry: Held, served: ServedRun): Promise<CaseEnd | undefined> {
    const { claim } = entry;
    const conversation = await served.read(claim, isFresh(claim, dispatch));
    if (conversation === undefined) {
      await completeEnded(claim);
      return undefined;
    }
    const planned = withoutStuckCode(conversation.planned, options.stuck, runId);
    return await runJob({
      run: served,
      claim,
      conversation: { ...conversation, planned },
      journal,
      saved: options.saved,
      isPriced: dispatch.budget !== null,
      kill: entry.kill.signal,
      stillOurs: () => stillOurs(entry),
      onEnding: () => {
        entry.isEnding = true;
      },
    });
  }

  async function stillOurs(entry: Held): Promise<void> {
    if (performance.now() - entry.renewedAt > SURE_MS) await renew([entry]);
    if (entry.kill.signal.aborted) throw new ModelError("cancelled", "The lease was lost.");
  }

  /** Renews leases; those that were lost end what they were for. */
  async function renew(entries: readonly Held[]): Promise<void> {
    const asked = entries.filter(({ isEnding }) => !isEnding);
    const at = performance.now();
    const kept = await queue.keep(
      runId,
      asked.map(({ claim }) => claim),
    );
    for (const entry of asked) {
      if (kept.has(entry.claim.id)) entry.renewedAt = at;
      else if (!entry.isEnding) lose(entry.claim.id);
    }
  }

  /** Its end is in the journal already. */
  async function completeEnded(claim: Claim): Promise<void> {
    await client.transaction(async (query) => {
      await queue.complete(name, [claim], query);
      await countEnded(query, runId, { ended: 1, unreached: 0, failed: 0, agentsSpent: 0 });
    });
  }

  return {
    runId,
    see(next) {
      dispatch = next;
      if (next.kills) for (const { kill: one } of held.values()) one.abort();
    },
    refusal: () => refusal,
    running: () => held.size,
    waiting: () => run?.quota.waiting() ?? 0,
    async room() {
      if (dispatch.halt !== null || dispatch.isLate) return 0;
      serving ??= serve();
      const served = await serving;
      return served === undefined ? 0 : served.most - held.size;
    },
    async run(claim, takenAt) {
      const served = await serving;
      if (served === undefined) return await queue.release(name, claim);
      const entry: Held = {
        claim,
        kill: new AbortController(),
        isEnding: false,
        renewedAt: takenAt,
      };
      const onKill = () => entry.kill.abort();
      kill.addEventListener("abort", onKill, { once: true });
      if (kill.aborted) onKill();
      held.set(claim.id, entry);
      try {
        const end = await work(entry, served);
        if (end?.status === "unpaid") {
          await haltDispatch(client, runId, unpaidEnd(end.detail, served.plan.ceiling));
          await queue.release(name, claim);
          await halted();
        } else if (end?.status === "abandoned") await queue.release(name, claim);
        else onEnd("ended");
      } finally {
        kill.removeEventListener("abort", onKill);
        held.delete(claim.id);
      }
    },
    async giveUp(claim) {
      serving ??= serve();
      const served = await serving;
      if (served === undefined) {
        await queue.release(GIVEN_UP, claim);
        return "left";
      }
      const conversation = await served.read(claim, false);
      if (conversation === undefined) return "ended already";
      const detail =
        "It was given up: several workers were lost while they ran it, one after the other.";
      const withheld = { reason: "cancelled", detail, metrics: [] } as const;
      const planned = { ...conversation.planned, withheld };
      const journalOfLost = open(GIVEN_UP);
      await runJob({
        run: served,
        claim,
        conversation: { ...conversation, planned },
        journal: journalOfLost,
        saved: options.saved,
        isPriced: false,
        kill,
        stillOurs: async () => {},
      });
      return "ended";
    },
    keep: () => renew([...held.values()]),
    async close() {
      options.journals.delete(journal);
      await (await serving)?.close();
    },
  };
}
