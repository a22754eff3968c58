/** A property that a judge is asked about. Mirrors ADK's Rubric. */
export interface Rubric {
  readonly rubricId: string;
  readonly rubricContent: { readonly textProperty?: string | undefined };
  readonly description?: string | undefined;
  /** Which rubric metric it is meant for, such as `FINAL_RESPONSE_QUALITY`. */
  readonly type?: string | undefined;
}
