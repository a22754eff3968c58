import type { ChatReply } from "../../core/chat-model.ts";
import { endOfRun } from "../../core/folds/end-of-run.ts";
import { keyOf } from "../../core/folds/open-cases.ts";
import type { CaseKey, CaseStartEvent, RunEvent, TurnEndEvent } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import type { FinishedCalls } from "../../runner/journal/call-journal.ts";
import type { FinishedTurns } from "../../runner/run-plan.ts";
import { needReadable, unreadableRun } from "../history/load-run.ts";
import { readConversations } from "../history/read-conversations.ts";
import { whyMissing } from "../run/secrets/missing-secrets.ts";
import { unmaskStopped } from "../run/secrets/run-secrets.ts";
import { withRunLock } from "./run-lock.ts";

/** What is left of a run that was stopped: what has ended, and what was half way. Whoever has it holds the run's lock. */
export interface StoppedRun {
  readonly runId: string;
  readonly startedAt: string;
  readonly about: RunInfo;
  /** The run had come to its end; something to do is left only where its record is damaged. */
  readonly hadEnded: boolean;
  /** Its gates were decided before all of its cases had run, so that no more are to run. */
  readonly isDecided: boolean;
  /** By `keyOf`. */
  readonly ended: ReadonlySet<string>;
  readonly unfinished: ReadonlyMap<string, FinishedTurns>;
  /** Replies to model calls of conversations that have not ended, by conversation. */
  readonly calls: ReadonlyMap<string, FinishedCalls>;
  /** Conversations of which something cannot be read any more. They run again from the last turn that can. */
  readonly damaged: readonly CaseKey[];
  /** Conversations that ended without all of their measurements, since a model could not be reached. */
  readonly unreached: readonly CaseKey[];
  /** Secrets whose values nobody has any more, by conversation; it is not evaluated, since nobody scores a placeholder. */
  readonly placeholders: ReadonlyMap<string, readonly string[]>;
  /** Files that were observed to change while the run ran. */
  readonly wrote: ReadonlySet<string>;
  /** Everything journaled so far, for the fold. */
  events(): AsyncIterable<RunEvent>;
}

/** Goes on with a run. It is locked before it is read: what another process still writes cannot be known. */
export function resumeLocked<T>(
  store: RunStore,
  runId: string,
  work: (stopped: StoppedRun) => Promise<T>,
): Promise<T> {
  return withRunLock(store, runId, async () => {
    // what is not found any more would be paid for once more
    await store.mend?.();
    return work(await readStoppedRun(store, runId));
  });
}

/** Reads a run back from its journal so that it can go on. Whoever calls this holds the run's lock. */
export async function readStoppedRun(
  store: RunStore,
  runId: string,
  /** Only of these cases, by their places in the plan. */
  indexes?: readonly number[],
): Promise<StoppedRun> {
  const own = await store.runEvents(runId);
  const [start] = own;
  if (start?.type !== "run-start") throw await unreadableRun(store, runId);
  needReadable(start, `Run ${runId}`);
  const left = await readOpen(store, runId, indexes);
  return unmaskStopped({
    runId,
    startedAt: start.at,
    about: withGates(start.about, own),
    hadEnded: hasEnded(own),
    isDecided: own.findLast((event) => event.type === "gates-end")?.decided !== undefined,
    ...left,
    async *events() {
      yield* own;
      yield* store.caseEvents(runId);
    },
  });
}

/** What it is held against by now, which a resume may have asked anew. */
function withGates(about: RunInfo, events: readonly RunEvent[]): RunInfo {
  let { gates } = about;
  for (const event of events) {
    if (event.type === "run-resume") gates = event.gates ?? gates;
    if (event.type === "gates-end") gates = event.asked;
  }
  return gates === about.gates ? about : { ...about, gates };
}

/** A run that was killed has no end at all; one that was interrupted says so. */
export function hasEnded(events: readonly RunEvent[]): boolean {
  return endOfRun(events)?.status === "ended";
}

/** Whether a resume has anything to do. A run that ended has no conversation open, unless its record is damaged. */
export function isOver(stopped: StoppedRun): boolean {
  const { hadEnded, isDecided, about, ended, unfinished, damaged } = stopped;
  if (!hadEnded || damaged.length > 0) return false;
  // what was in flight when it was killed is not needed any more
  if (isDecided) return true;
  if (unfinished.size > 0) return false;
  // tests may have been filtered; a command runs every conversation that it planned
  return about.command === undefined || ended.size >= about.caseCount * about.trials;
}

type OpenCases = Pick<
  StoppedRun,
  "ended" | "unfinished" | "calls" | "damaged" | "unreached" | "wrote"
>;

/** Conversations that were begun and not ended: the turns that were finished, and the model calls. */
async function readOpen(
  store: RunStore,
  runId: string,
  indexes: readonly number[] | undefined,
): Promise<OpenCases> {
  const ended = new Set<string>();
  const unfinished = new Map<string, FinishedTurns>();
  const calls = new Map<string, ReadonlyMap<string, ChatReply>>();
  const damaged: CaseKey[] = [];
  const unreached: CaseKey[] = [];
  const wrote = new Set<string>();
  for await (const conversation of readConversations(store, runId, indexes)) {
    const { start, turns, end, isBroken, evalSetId, evalId, trial, index } = conversation;
    const key = keyOf(conversation);
    for (const file of turns.flatMap((turn) => turn.wrote ?? [])) wrote.add(file);
    if (end !== undefined && !isBroken && end.unreached !== true) {
      ended.add(key);
      continue;
    }
    if (end?.unreached === true) unreached.push({ evalSetId, evalId, trial, index });
    if (isBroken) damaged.push({ evalSetId, evalId, trial, index });
    if (start !== undefined) unfinished.set(key, unfinishedConversation(start, turns));
    calls.set(key, new Map(conversation.calls.map((call) => [call.callKey, call.reply])));
  }
  return { ended, unfinished, calls, damaged, unreached, wrote };
}

function unfinishedConversation(
  { sessionId, userId }: CaseStartEvent,
  turns: readonly TurnEndEvent[],
): FinishedTurns {
  const invocations = turns.map((turn) => turn.invocation);
  const memory = turns.map((turn) => turn.memory);
  return { sessionId, userId, invocations, memory, state: turns.at(-1)?.state };
}

/** Ends of conversations that cannot be read whole, or were not measured whole, no longer count: they are about to end again. */
export async function reopenCases(store: RunStore, stopped: StoppedRun): Promise<void> {
  for (const key of [...stopped.damaged, ...stopped.unreached]) {
    await store.reopen(stopped.runId, key);
  }
}

/** What was journaled before; a ceiling for costs applies to all processes of a run together. */
export async function* earlierEvents(
  stopped: StoppedRun,
  addSpent: (cost: number) => void,
): AsyncGenerator<RunEvent> {
  for await (const event of stopped.events()) {
    if (event.type === "call-end") addSpent(event.cost ?? 0);
    yield event;
  }
}

/** What a resume has to say before it goes on. */
export function stoppedNotes(stopped: StoppedRun | undefined): readonly string[] {
  return [...damageNotes(stopped), ...secretNotes(stopped?.placeholders ?? new Map())];
}

/** One note for a secret: a key is missing in all conversations that contain it. */
function secretNotes(placeholders: StoppedRun["placeholders"]): readonly string[] {
  const byName = new Map<string, string[]>();
  for (const [key, names] of placeholders) {
    const [, evalId = "", trial = "0"] = key.split("\n");
    const which = trial === "0" ? evalId : `${evalId} (trial ${Number(trial) + 1})`;
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), which]);
  }
  return [...byName].map(([name, [first, ...more]]) => {
    const where = more.length === 0 ? first : `${first} and ${more.length} more`;
    const are = more.length === 0 ? "is" : "are";
    return `The secret ${name} ${whyMissing(name)}, so ${where} ${are} not evaluated.`;
  });
}

/** Which conversations run again because something of them cannot be read any more. */
export function damageNotes(stopped: StoppedRun | undefined): readonly string[] {
  return (stopped?.damaged ?? []).map(({ evalId, trial }) => {
    const which = trial === 0 ? evalId : `${evalId} (trial ${trial + 1})`;
    return `The record of ${which} is damaged, so it is run again from where it can be read.`;
  });
}
