import type { Message } from "../../core/traces/message.ts";
import type { LogRecord, Span } from "../../core/traces/span.ts";
import type { TokenCounts } from "../../core/traces/trace-turn.ts";

/** A span with the log records that belong to it. */
export interface SpanSource {
  readonly span: Span;
  /** Of the span's attributes. */
  readonly keys: readonly string[];
  readonly logs: readonly LogRecord[];
}

/** What one framework's conventions say about a span. Undefined: the span is not written in them. */
export type Dialect = (source: SpanSource) => SpanFacts | undefined;

/** What a span is about, in one vocabulary for every framework. */
export interface SpanFacts {
  readonly role?: SpanRole | undefined;
  readonly agentName?: string | undefined;
  readonly model?: string | undefined;
  readonly responseModel?: string | undefined;
  readonly provider?: string | undefined;
  /** Read only when somebody asks: histories are long. */
  readonly input?: MessageReader | undefined;
  readonly output?: MessageReader | undefined;
  readonly tool?: ToolFacts | undefined;
  readonly usage?: TokenCounts | undefined;
  readonly finishReasons?: readonly string[] | undefined;
  /** Which conversation the span belongs to, where its framework has a word of its own for that. */
  readonly conversation?: string | undefined;
  readonly errorType?: string | undefined;
  /** In US dollars. */
  readonly cost?: number | undefined;
  /** Words or arguments were recorded, if only as nothing: whoever wrote the span was allowed to. */
  readonly hasContent?: boolean | undefined;
}

export type MessageReader = () => readonly Message[] | undefined;

/**
 * What a span stands for. "other": a model is involved, in a way that makes no turn. "ignored": a double of other spans.
 * A span without a role has nothing to do with models.
 */
export type SpanRole = "model" | "agent" | "workflow" | "tool" | "other" | "ignored";

export interface ToolFacts {
  readonly name?: string | undefined;
  readonly id?: string | undefined;
  /** Undefined where nobody recorded them. */
  readonly args?: unknown;
  readonly result?: unknown;
  readonly isError?: boolean | undefined;
}
