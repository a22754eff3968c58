import type { CaseEndFigures } from "./folds/case-end-figures.ts";
import type { CaseEndEvent, CaseKey, RunEvent } from "./run.ts";
import type { RunKind } from "./run-info.ts";

/**
 * The journal of all runs of a workspace. An appended event is durable when the promise resolves, and events become
 * durable in the order they were appended.
 */
export interface RunStore {
  /** True: what it has is gone with this process. */
  readonly isInMemory?: boolean | undefined;
  /**
   * A conversation ends once: a second `case-end` of it is left out, unless the first cannot be read any more.
   * `text` is the JSON of the event, for stores that keep it and callers that have it.
   */
  append(event: RunEvent, text?: string): Promise<void>;
  /**
   * Told that thousands of events are to come, and that no code of anybody else runs meanwhile: a store may write them on a
   * thread of its own. One that has no use for that leaves it out.
   */
  expectMany?(): void;
  /** Resolves when everything appended so far is durable. */
  flush(): Promise<void>;
  /**
   * What was appended so far outlives the process from now on, although the machine may still lose it: its promises wait
   * for the disk as before. Stores for which that is no cheaper than `flush` leave it out.
   */
  save?(): void;
  /** Newest first by the order of the journal: a clock may have been set back. */
  list(): Promise<readonly RunListing[]>;
  /**
   * Where these runs stand, for a list of them; no conversation is read for it. Stores that cannot tell more quickly than by
   * being asked for each run leave it out.
   */
  standings?(runIds: readonly string[]): Promise<ReadonlyMap<string, RunStanding>>;
  /** Counts again what is told of ended conversations in `standings`; the runs that had been counted wrong. */
  recount?(): Promise<readonly string[]>;
  /** The run's own events (start, resumes, end) without those of its cases; empty when there is no such run. */
  runEvents(runId: string): Promise<readonly RunEvent[]>;
  /**
   * Events of the cases, grouped by case in plan order, in journal order within a case. `only` is for speed: a store
   * may give others too.
   */
  caseEvents(runId: string, only?: CaseEventFilter): AsyncIterable<RunEvent>;
  /**
   * The ends of conversations in plan order, many at a time, with no more of each than numbers need. Whether a
   * conversation's turns can still be read is not looked at. Stores that would have to read every event leave it out.
   */
  caseEnds?(runId: string): AsyncIterable<readonly CaseEndFigures[]>;
  /** The same, each end whole: for verdicts over several trials. */
  wholeCaseEnds?(runId: string): AsyncIterable<readonly CaseEndEvent[]>;
  /**
   * How far the journal of all runs has come. It grows with every event that becomes durable, whoever appended it; asking is
   * cheap, so that a watcher may ask often.
   */
  position(): Promise<number>;
  /** The run's events in the order of the journal, those after a place in it, at most `limit` of them. */
  eventsSince(runId: string, since: number, limit: number): Promise<JournalPage>;
  /**
   * What a page of the run's cases is folded from, in plan order, without the others being read; undefined for a run that is not
   * there. Stores that would have to read every event leave it out.
   */
  casePage?(runId: string, page: PageOfCases): Promise<CasePage | undefined>;
  /** Which conversations have ended, without their contents. */
  endedCases(runId: string): Promise<readonly EndedCase[]>;
  /** The end of a conversation that cannot be read whole no longer counts, so that it may end again. */
  reopen(runId: string, key: CaseKey): Promise<void>;
  remove(runId: string): Promise<void>;
  /** One process writes a run at a time; false when another one does. Whoever lost a lock can write no more. */
  lock(runId: string): Promise<boolean>;
  unlock(runId: string): Promise<void>;
  /** Whether a living process holds the run's lock right now; stores that cannot say leave it out. */
  isLocked?(runId: string): Promise<boolean>;
  /**
   * Looks whether what events are found by is whole, and makes it anew where it is not; it takes as long as reading all
   * does. Stores that cannot lose an event that way leave it out.
   */
  mend?(): Promise<MendedStore>;
  close(): Promise<void>;
}

/** Faults of a database, in its own words. */
export interface MendedStore {
  readonly mended: readonly string[];
  /** Those that are left. */
  readonly damaged: readonly string[];
}

/** Some events of a run, one after the other. */
interface JournalPage {
  readonly events: readonly PlacedEvent[];
  /** The place after which the next page begins; the one that was asked for where nothing came after it. */
  readonly seq: number;
}

/** Which cases are wanted: so many of them, after so many. */
export interface PageOfCases {
  readonly offset: number;
  readonly limit: number;
}

/** Some cases of a run as they stood at one place of the journal. */
export interface CasePage {
  /** All events of the run itself and of these cases, in the order of the journal. */
  readonly events: readonly RunEvent[];
  /** How many cases these are. */
  readonly cases: number;
  /** How many have begun, by what they are found by: whether their events can be read is not looked at. */
  readonly count: number;
  /** The place of the run's last event. */
  readonly seq: number;
}

/** An event with its place in the journal of all runs. Places grow, have gaps, and never repeat. */
export interface PlacedEvent {
  readonly seq: number;
  readonly event: RunEvent;
}

/** Which events of cases are wanted. */
export interface CaseEventFilter {
  /** Of these cases, by their places in the plan. */
  readonly indexes?: readonly number[] | undefined;
  readonly type?: "case-start" | undefined;
}

export interface RunListing {
  readonly runId: string;
  readonly startedAt: string;
  readonly agent: string;
  readonly kind: RunKind;
  /** Ids of its eval sets. */
  readonly sets: readonly string[];
  /** Undefined while a run has not ended (it runs, or was killed). */
  readonly endedAt?: string | undefined;
  /** What somebody called it. */
  readonly name?: string | undefined;
  /** True: not to be removed. */
  readonly kept?: boolean | undefined;
}

/** How far a run is. */
export interface RunStanding {
  /** Whether a living process works on it; looked at before its events, so that one that ends meanwhile has ended. */
  readonly isLocked: boolean;
  /** As `runEvents` has them. */
  readonly events: readonly RunEvent[];
  /** Its conversations that have ended, by their verdicts; undefined where what was counted is damaged. */
  readonly ended: EndCounts | undefined;
}

export type EndCounts = Readonly<Record<EndedCase["status"], number>>;

export interface EndedCase extends CaseKey {
  readonly status: "passed" | "failed" | "not-evaluated";
}
