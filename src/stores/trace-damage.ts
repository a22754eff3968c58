/** A stored span or log record that cannot be read any more. The rest of its session can. */
export interface TraceDamage {
  readonly sessionId: string;
  readonly what: "span" | "log record";
  readonly seq: number;
}

/** What a store does with damage that nobody else is told of. */
export function warnOfTraceDamage({ sessionId, what, seq }: TraceDamage): void {
  process.emitWarning(`A ${what} (${seq}) of session ${sessionId} is damaged and was left out.`, {
    code: "ASSAY_DAMAGED_TRACE",
  });
}
