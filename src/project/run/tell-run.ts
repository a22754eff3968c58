import { type RunSummary, runFold } from "../../core/folds/run-summary.ts";
import type { Reporter, RunPlace } from "../../core/reporter.ts";
import type { CaseResult, RunEvent } from "../../core/run.ts";
import { guardReporters } from "./guard-reporters.ts";
import { shownText } from "./secrets/run-secrets.ts";

interface TellOptions {
  readonly reporters: readonly Reporter[];
  /** Hears of reporters that failed; unless given, they are warnings of the process. */
  readonly onNote?: ((sentence: string) => void) | undefined;
  /** Where the run is kept, where that is known. */
  readonly place?: RunPlace | undefined;
}

/** The one fold of a run, and what hears of it: whether its events are made here or read from the journal. */
export interface ToldRun {
  /** What is known before anybody is told anything. */
  known(events: AsyncIterable<RunEvent> | Iterable<RunEvent>): Promise<void>;
  /** An event that is durable; a promise where reporters have to be waited for. */
  event(event: RunEvent): Promise<void> | undefined;
  hasBegun(): boolean;
  end(cases: () => AsyncIterable<CaseResult>): Promise<RunSummary>;
}

export function tellRun({ onNote = warn, ...options }: TellOptions): ToldRun {
  const reporters = guardReporters(options.reporters, (sentence) => onNote(shownText(sentence)));
  const run = runFold();
  let begun = false;

  async function begin(event: RunEvent, summary: RunSummary): Promise<void> {
    await reporters.start(summary, options.place);
    reporters.event(event, summary);
  }

  return {
    async known(events) {
      for await (const event of events) run.apply(event);
    },
    event(event) {
      const result = run.apply(event);
      const summary = run.summary();
      if (!begun) {
        begun = true;
        return begin(event, summary);
      }
      reporters.event(event, summary);
      if (result !== undefined) reporters.case(result, summary);
      return undefined;
    },
    hasBegun: () => begun,
    async end(cases) {
      const summary = run.summary();
      await reporters.end(summary, cases);
      return summary;
    },
  };
}

function warn(sentence: string): void {
  process.emitWarning(sentence, { code: "ASSAY_REPORTER" });
}
