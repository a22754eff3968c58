/** What somebody else has said of a span: a `gen_ai.evaluation.result` event that the trace brought. Never a verdict of ours. */
export interface TraceEvaluation {
  readonly name: string;
  readonly score?: number | undefined;
  /** As its writer calls the outcome: "pass", "relevant". */
  readonly label?: string | undefined;
  readonly explanation?: string | undefined;
  /** Why there is no outcome, where it could not be evaluated. */
  readonly errorType?: string | undefined;
  /** Of what was evaluated; undefined where nobody says so, or where it is in none of the trace's turns. */
  readonly spanId?: string | undefined;
  readonly turnId?: string | undefined;
}
