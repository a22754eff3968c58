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
  readonly spans: Span[] = [];
  readonly logs: LogRecord[] = [];
  readonly problems: TraceProblem[] = [];
  readonly warnings: string[] = [];
}
