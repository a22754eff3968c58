/** What the trace of a conversation tells beyond its turns, for metrics that are programs. */
export interface TraceFacts {
  /** Times, tokens and counts of the whole conversation, as the JSON report has them. */
  readonly performance: object;
  /** One for each turn of the conversation. */
  readonly turns: readonly TurnFacts[];
}

interface TurnFacts {
  readonly traceId: string;
  readonly tools: readonly ToolFacts[];
}

/** A tool call as it was recorded: no id is made up, and a result is not put into an object. */
export interface ToolFacts {
  readonly name: string;
  readonly id?: string | undefined;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly isError: boolean;
}
