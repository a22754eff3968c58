import type { CaseKey, RunEvent } from "./run.ts";

/**
 * The journal of all runs of a workspace. An appended event is durable when the promise resolves, and events become
 * durable in the order they were appended.
 */
export interface RunStore {
  append(event: RunEvent): Promise<void>;
  /** Resolves when everything appended so far is durable. */
  flush(): Promise<void>;
  /** Newest first. */
  list(): Promise<readonly RunListing[]>;
  /** The run's own events (start, resumes, end) without those of its cases; empty when there is no such run. */
  runEvents(runId: string): Promise<readonly RunEvent[]>;
  /** Events of the cases, grouped by case in plan order, in journal order within a case. */
  caseEvents(runId: string): AsyncIterable<RunEvent>;
  /** Which conversations have ended, without their contents. */
  endedCases(runId: string): Promise<readonly EndedCase[]>;
  remove(runId: string): Promise<void>;
  /** One process writes a run at a time; false when another one does. */
  lock(runId: string): Promise<boolean>;
  unlock(runId: string): Promise<void>;
  /** Whether a living process holds the run's lock right now; stores that cannot say leave it out. */
  isLocked?(runId: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface RunListing {
  readonly runId: string;
  readonly startedAt: string;
  readonly agent: string;
  readonly kind: "eval" | "score";
  /** Undefined while a run has not ended (it runs, or was killed). */
  readonly endedAt?: string | undefined;
}

export interface EndedCase extends CaseKey {
  readonly status: "passed" | "failed" | "not-evaluated";
}
