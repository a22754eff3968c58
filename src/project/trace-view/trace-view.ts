/** A conversation as spans, as a screen draws it: turn by turn, with times in milliseconds since its start. */
export interface TraceView {
  readonly traceIds: readonly string[];
  readonly agent?: string | undefined;
  /** Milliseconds since 1970; undefined where no span says when it was. */
  readonly start?: number | undefined;
  /** Milliseconds from its first moment to its last. */
  readonly duration?: number | undefined;
  readonly spanCount: number;
  readonly turns: readonly TurnView[];
  /** What belongs to no turn: who asked the agent, judges and simulators, and what has nothing to do with a model. */
  readonly around: readonly SpanRow[];
  /** How many spans are not shown, since there are too many. */
  readonly leftOut: number;
  /** What was not understood, in sentences. */
  readonly warnings: readonly string[];
  /** How to have words recorded, where there are none at all. */
  readonly withoutContent?: string | undefined;
}

export interface TurnView {
  readonly id: string;
  readonly user?: string | undefined;
  readonly answer?: string | undefined;
  /** Of the model call that answered last. */
  readonly answerSpan?: string | undefined;
  readonly tools: readonly ToolView[];
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly error?: string | undefined;
  readonly tokens?: number | undefined;
  /** In US dollars. */
  readonly cost?: number | undefined;
  /** Parents before their children, in the order of their start. */
  readonly spans: readonly SpanRow[];
}

interface ToolView {
  readonly name: string;
  readonly error?: string | undefined;
  readonly span?: string | undefined;
}

export type RowKind = "agent" | "model" | "tool" | "other";

/** One span, without what is only read when it is opened. */
export interface SpanRow {
  readonly trace: string;
  readonly id: string;
  readonly parent?: string | undefined;
  readonly depth: number;
  readonly name: string;
  readonly kind: RowKind;
  /** The agent that it is part of. */
  readonly agent?: string | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** Of one without an end: the end of what it is part of. */
  readonly until?: number | undefined;
  readonly error?: string | undefined;
  /** What is wrong with the span itself, in words. */
  readonly flaw?: string | undefined;
  readonly tokens?: number | undefined;
  readonly cost?: number | undefined;
  /** Of a model call: how much of its instructions is other than in the call of its agent before. */
  readonly promptChanged?: PromptChange | undefined;
  /** The turn would have been shorter without it. */
  readonly isCritical?: boolean | undefined;
}

/** How much of a model's instructions is other than in the call of the same agent before it. */
export interface PromptChange {
  /** Lines that are new, or gone where none is. */
  readonly lines: number;
  readonly of: number;
}
