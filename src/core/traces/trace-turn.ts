import type { Message } from "./message.ts";

/** One user message and all that was done about it, as a trace shows it. */
export interface TraceTurn {
  /** Of the span that the turn is made of. */
  readonly id: string;
  readonly traceId: string;
  /** Undefined where no words were recorded. */
  readonly user?: string | undefined;
  readonly answer?: string | undefined;
  readonly tools: readonly TraceToolCall[];
  readonly calls: readonly TraceModelCall[];
  readonly agentName?: string | undefined;
  readonly start?: bigint | undefined;
  readonly end?: bigint | undefined;
  /** Undefined for a turn that did not fail. */
  readonly errorType?: string | undefined;
  /** True where no agent was seen, only calls of models. */
  readonly isModelOnly: boolean;
  /** False where whoever wrote the spans was not allowed to write what was said. */
  readonly hasContent: boolean;
  readonly warnings: readonly string[];
  /** What was done in which order and by whom, as a span of our own tells it; see `packEvents`. */
  readonly events?: unknown;
  /** The session state that the turn ended with, as a span of our own tells it. */
  readonly state?: Readonly<Record<string, unknown>> | undefined;
}

export interface TraceToolCall {
  readonly name: string;
  readonly id?: string | undefined;
  /** As they were recorded; undefined where they were not. */
  readonly args?: unknown;
  readonly result?: unknown;
  /** Undefined for a call that did not fail. */
  readonly errorType?: string | undefined;
  /** Undefined for a call that is only known from messages. */
  readonly spanId?: string | undefined;
  readonly start?: bigint | undefined;
  readonly end?: bigint | undefined;
}

/** One call of a model, however many instrumentations saw it. */
export interface TraceModelCall {
  readonly spanId: string;
  readonly model?: string | undefined;
  readonly responseModel?: string | undefined;
  readonly provider?: string | undefined;
  readonly usage?: TokenCounts | undefined;
  readonly input?: readonly Message[] | undefined;
  readonly output?: readonly Message[] | undefined;
  /** True for a call inside a tool: what it says is not the turn's answer. */
  readonly isDelegated: boolean;
  readonly start?: bigint | undefined;
  readonly end?: bigint | undefined;
  /** In US dollars, where the trace says it. */
  readonly cost?: number | undefined;
}

/** Tokens of one model call; undefined where a side was not counted. */
export interface TokenCounts {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
}
