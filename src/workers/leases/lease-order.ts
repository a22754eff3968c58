/** What the queue would ask the database. */
export interface QueueStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What the thread renews from now on for a run; nothing where `renewal` is missing. */
export interface LeaseOrder {
  readonly runId: string;
  /** The jobs that it is about, by id, and which taking of each. */
  readonly attempts: Readonly<Record<string, number>>;
  readonly renewal?: QueueStatement | undefined;
}

/** Which leases of a run went on. */
export interface LeaseAnswer extends Pick<LeaseOrder, "runId" | "attempts"> {
  readonly kept: readonly string[];
  /** When they were asked for, by the wall clock. */
  readonly at: number;
}

export interface LeaseThreadData {
  readonly address: string;
  /** Of the worker, by which others see that it lives. */
  readonly workerId: string;
  readonly everyMs: number;
  /** One number: not 0 once the leases are to lapse. */
  readonly letGo: SharedArrayBuffer;
}
