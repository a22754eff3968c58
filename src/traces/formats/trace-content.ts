import type { LogRecord, Span } from "../../core/traces/span.ts";

/** What a file or a batch holds, in its order. */
export interface TraceContent {
  readonly spans: readonly Span[];
  readonly logs: readonly LogRecord[];
  /** What could not be read, in sentences. */
  readonly problems: readonly TraceProblem[];
  /** What was read, and is odd. */
  readonly warnings: readonly string[];
}

/** Something that was lost. */
export interface TraceProblem {
  readonly message: string;
  /** Counted from 1, in JSON lines. */
  readonly line?: number | undefined;
}

/** Collects content on the way. */
export class ContentBuilder implements TraceContent {
  readonly #most: number;
  readonly spans: Span[] = [];
  readonly logs: LogRecord[] = [];
  readonly problems: TraceProblem[] = [];
  readonly warnings: string[] = [];

  /** `most` bounds spans, log records and problems together. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  addSpan(span: Span): void {
    this.spans.push(span);
    this.#count();
  }

  addLog(log: LogRecord): void {
    this.logs.push(log);
    this.#count();
  }

  addProblem(problem: TraceProblem): void {
    this.problems.push(problem);
    this.#count();
  }

  #count(): void {
    if (this.spans.length + this.logs.length + this.problems.length > this.#most) {
      throw new TooManyItems();
    }
  }
}

/** There is more than whoever reads wants to have. */
export class TooManyItems extends Error {
  override readonly name = "TooManyItems";
}
