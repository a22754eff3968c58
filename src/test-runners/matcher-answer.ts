/** What a matcher of Vitest or Jest answers. */
export interface MatcherAnswer {
  readonly pass: boolean;
  readonly message: () => string;
}
