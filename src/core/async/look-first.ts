type Look = (how?: LookOptions) => string | undefined;

export interface LookOptions {
  /** Also where a quick look would do. */
  readonly closely?: boolean;
  /** A close look at least at what verdicts are made with. */
  readonly beforeVerdict?: boolean;
}

let look: Look = () => undefined;

/** Names who puts back what others have replaced of the built-ins, and says what it was; while code of others is around. */
export function setLook(work: Look | undefined): void {
  look = work ?? (() => undefined);
}

/**
 * To be called at the beginning of every stretch of code without a pause that makes part of a verdict. Nobody else's code runs
 * in such a stretch, so what is computed in it is computed with built-ins as they are, however short the time was for which
 * somebody had replaced them. Gives the name of what was replaced.
 */
export function lookFirst(): string | undefined {
  return look();
}

/** The same where a verdict is made, or counted: a getter in a method's place may tell a quick look what it wants to see. */
export function lookBeforeVerdict(): string | undefined {
  return look({ beforeVerdict: true });
}

/** The same where it is the last time: nothing is left to be found later. */
export function lookLast(): string | undefined {
  return look({ closely: true });
}
