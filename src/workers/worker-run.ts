import { isUserFacingError } from "../core/errors.ts";
import { keyOf } from "../core/folds/open-cases.ts";
import { shortId } from "../core/text/short-id.ts";
import { type Stuck, withoutStuckCode } from "../project/run/watchdog/stuck-code.ts";
import type { StoredFirst } from "../runner/journal/stored-first.ts";
import type { CaseEnd } from "../runner/run-case.ts";
import { unpaidEnd } from "../runner/run-cases.ts";
import type { PlannedCase } from "../runner/run-plan.ts";
import type { AsyncGroupCommit } from "../stores/postgres/async-group-commit.ts";
import { type ClaimedRow, claimedJournal, withEnds } from "./claimed-journal.ts";
import { countEnded, type Dispatch, haltDispatch } from "./dispatches.ts";
import { type Claim, GIVEN_UP, type JobQueue, nameOf } from "./job-queue.ts";
import { type Held, heldLeases } from "./leases/held-leases.ts";
import type { LeaseKeeper } from "./leases/lease-keeper.ts";
import { runJob } from "./run-job.ts";
import {
  isFresh,
  type OpenConversation,
  type ServedRun,
  type ServeOptions,
  serveRun,
} from "./served-run.ts";
import { mayBeginAlone, notLost, readStuck } from "./troubles.ts";
import { whyLeft } from "./why-left.ts";

export interface WorkerRunOptions extends Omit<ServeOptions, "signal"> {
  readonly queue: JobQueue;
  readonly keeper: LeaseKeeper;
  /** Conversations at once, of all runs here. */
  readonly concurrency: number;
  /** Ends what is in flight. */
  readonly kill: AbortSignal;
  /** Code that is known to get stuck; it is not run again. */
  readonly stuck: readonly Stuck[];
  /** Keeps code of users waiting until what ended before is stored. */
  readonly saved: StoredFirst;
  /** Hears that its code is about to be loaded. */
  readonly onLoading: () => void;
  /** Hears how many seconds a turn of this run may take; undefined when nothing more of it is done here. */
  readonly onServed: (runId: string, turnSeconds: number | undefined) => void;
  /** Each resolves when the turns and conversations that ended in a run here are durable. */
  readonly journals: Set<() => Promise<void>>;
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
  /** Conversations that it has here, or is about to have. */
  busy(): number;
  waiting(): number;
  /** How many may be taken before there is a place for them. */
  ahead(): number;
  /** As many conversations as may begin here, `count` at most. */
  take(count: number, takenAt: number): Promise<readonly Claim[]>;
  /** Runs a conversation to its end; throws where the database is away for good. */
  run(claim: Claim, how: RunsHow): Promise<void>;
  /** Gives one back that has not begun. */
  release(claim: Claim): Promise<void>;
  /** Ends one that was lost too often, without running it again. */
  giveUp(claim: Claim): Promise<"ended" | "ended already" | "left">;
  /** Says that we are still at what we have. */
  keep(): Promise<void>;
  close(): Promise<void>;
}

interface RunsHow {
  /** No other conversation runs here meanwhile. */
  readonly alone: boolean;
  /** Told when nothing is left but to write its end: another one may begin in its place. */
  readonly onOver: () => void;
}

/** Nobody takes anything ahead when less than so many times as many are left as all workers run at once. */
const ENOUGH_FOR_ALL = 3;

export function workerRun(first: Dispatch, options: WorkerRunOptions): WorkerRun {
  const { client, queue, note, kill, onEnd, keeper, concurrency } = options;
  const { runId } = first;
  const name = nameOf(runId);
  const held = heldLeases({ runId, queue, keeper, onLost: () => onEnd("lost") });
  let dispatch = first;
  let serving: Promise<ServedRun | undefined> | undefined;
  let run: ServedRun | undefined;
  let refusal: string | undefined;
  let taking = 0;
  /** Those that run, and not those whose end is being written. */
  let open = 0;

  /** Nothing of it begins any more. */
  const isOver = () => dispatch.halt !== null || dispatch.isLate;
  /** What ends may keep others from beginning. */
  const mayHalt = () => dispatch.failFast || dispatch.budget !== null;

  const journalOf = (queueName: string): AsyncGroupCommit<ClaimedRow> =>
    claimedJournal({
      runId,
      name: queueName,
      client,
      queue,
      onLost: held.lose,
      onHalt: () => void queue.drop(runId).catch(() => {}),
      mayHalt,
    });
  const { journal, ended } = withEnds(journalOf(name));
  options.journals.add(ended);

  async function serve(): Promise<ServedRun | undefined> {
    try {
      options.onLoading();
      run = await serveRun(dispatch, { ...options, signal: kill });
      options.onServed(runId, run.plan.deadlines.turn / 1000);
      return run;
    } catch (error) {
      if (!isUserFacingError(error)) throw error;
      refusal = error.message;
      const why = await whyLeft(error.message, { ...options, runId });
      note(`Run ${shortId(runId)} is left to other workers: ${why}`);
      return undefined;
    }
  }

  async function work(
    entry: Held,
    { served, alone, onOver }: RunsHow & { readonly served: ServedRun },
  ): Promise<CaseEnd | undefined> {
    const { claim } = entry;
    const conversation = await served.read(claim, isFresh(claim, dispatch));
    if (conversation === undefined) {
      await completeEnded(claim);
      return undefined;
    }
    const planned = await ready(conversation, claim, alone);
    const end = await runJob({
      run: served,
      claim,
      conversation: { ...conversation, planned },
      journal,
      saved: options.saved,
      isPriced: dispatch.budget !== null,
      kill: entry.kill.signal,
      stillOurs: () => held.stillOurs(entry),
      onEnding: () => {
        entry.isEnding = true;
        if (!mayHalt()) onOver();
      },
    });
    // whoever stops us has not lost us
    if (alone && end.status === "abandoned" && kill.aborted) {
      await notLost(client, progressOf(conversation));
    }
    return end;
  }

  /** Without what is known to end workers. */
  async function ready(
    conversation: OpenConversation,
    claim: Claim,
    alone: boolean,
  ): Promise<PlannedCase> {
    const { planned } = conversation;
    const at = progressOf(conversation);
    if (alone && !(await mayBeginAlone(client, at))) return givenUp(planned);
    const told = isFresh(claim, dispatch) ? [] : await readStuck(client, at);
    return withoutStuckCode(planned, [...options.stuck, ...told], runId);
  }

  function progressOf({ planned, stopped }: OpenConversation) {
    const key = keyOf(planned);
    const turns = stopped?.unfinished.get(key)?.invocations.length ?? 0;
    return { runId, key, journaled: turns + (stopped?.calls.get(key)?.size ?? 0) };
  }

  /** Its end is in the journal already. */
  async function completeEnded(claim: Claim): Promise<void> {
    await client.transaction(async (query) => {
      // whoever has the lease by now counts it
      if ((await queue.complete(name, [claim], query)) === 0) return;
      await countEnded(query, runId, { ended: 1, unreached: 0, failed: 0, agentsSpent: 0 });
    });
  }

  return {
    runId,
    see(next) {
      dispatch = next;
      if (next.kills) held.loseAll();
    },
    refusal: () => refusal,
    busy: () => held.count() + taking,
    waiting: () => run?.quota.waiting() ?? 0,
    ahead() {
      const { planned, ended, places } = dispatch;
      const isLong = planned - ended > ENOUGH_FOR_ALL * places;
      return isLong && !mayHalt() && run?.most !== 1 ? Math.ceil(concurrency / 4) : 0;
    },
    async take(count, takenAt) {
      if (count <= 0 || isOver()) return [];
      taking += 1;
      try {
        serving ??= serve();
        const served = await serving;
        const room = served === undefined ? 0 : Math.min(count, served.most - open);
        if (room <= 0) return [];
        const claims = await queue.take(runId, room);
        if (claims.length > 0) await held.add(claims, takenAt);
        return claims;
      } finally {
        taking -= 1;
      }
    },
    async run(claim, how) {
      const served = await serving;
      const entry = held.find(claim);
      if (served === undefined || entry === undefined) return;
      if (entry.kill.signal.aborted) return held.remove(entry);
      const onKill = () => entry.kill.abort();
      kill.addEventListener("abort", onKill, { once: true });
      if (kill.aborted) onKill();
      open += 1;
      const onOver = once(() => {
        open -= 1;
        how.onOver();
      });
      try {
        const end = await work(entry, { served, alone: how.alone, onOver });
        if (end?.status === "unpaid") {
          await haltDispatch(client, runId, unpaidEnd(end.detail, served.plan.ceiling));
          await queue.release(name, claim);
          await queue.drop(runId);
        } else if (end?.status === "abandoned") await queue.release(name, claim);
        else onEnd("ended");
      } finally {
        kill.removeEventListener("abort", onKill);
        held.remove(entry);
        onOver();
      }
    },
    async release(claim) {
      const entry = held.find(claim);
      if (entry === undefined) return;
      await queue.release(name, claim);
      held.remove(entry);
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
      await runJob({
        run: served,
        claim,
        conversation: { ...conversation, planned: givenUp(conversation.planned) },
        journal: journalOf(GIVEN_UP),
        saved: options.saved,
        isPriced: false,
        kill,
        stillOurs: async () => {},
      });
      return "ended";
    },
    keep: () => held.renew(),
    async close() {
      options.onServed(runId, undefined);
      options.journals.delete(ended);
      held.close();
      await (await serving)?.close();
    },
  };
}

function givenUp(planned: PlannedCase): PlannedCase {
  const detail =
    "It was given up: several workers were lost while they ran it and nothing else, one after the other.";
  return { ...planned, withheld: { reason: "cancelled", detail, metrics: [] } };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
