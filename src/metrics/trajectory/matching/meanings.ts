/** Two values of one argument whose meaning is compared. */
export interface MeaningPair {
  readonly tool: string;
  readonly argument: string;
  /** What was written down, or what it should mean, in words. */
  readonly wanted: string;
  /** What was given, as JSON where it is no text. */
  readonly given: string;
}

/** What is known of meanings. Throws an `UnusableMatcher` where nobody can say. */
export interface Meanings {
  areSame(pair: MeaningPair): boolean;
  /** Whether nobody has said of these two yet. */
  isOpen(pair: MeaningPair): boolean;
  /** Work that explains and decides nothing: nobody is asked for it, and what is not known counts as different. */
  withoutAsking<T>(work: () => T): T;
}
