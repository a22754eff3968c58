import type { RunSummary } from "./folds/run-summary.ts";
import type { CaseResult, RunEvent } from "./run.ts";

/** Where a run is kept. */
export interface RunPlace {
  /** True: it is gone with this process, and no command finds it. */
  readonly isInMemory: boolean;
}

/** A listener to a run. Every event it hears of is already durable. */
export interface Reporter {
  onStart?(run: RunSummary, place?: RunPlace): void | Promise<void>;
  /** After each event of this process; not called for what an earlier process had finished. */
  onEvent?(event: RunEvent, run: RunSummary): void;
  /** After each case, with its conversation. */
  onCase?(result: CaseResult, run: RunSummary): void;
  /** When the run is over, whichever way. `cases` reads every conversation in plan order, as often as asked. */
  onEnd?(run: RunSummary, cases: () => AsyncIterable<CaseResult>): void | Promise<void>;
}
