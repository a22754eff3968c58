import { UserFacingError } from "../core/errors.ts";
import { shownText } from "../project/run/secrets/run-secrets.ts";

/** What a matcher of Vitest or Jest answers. */
export interface MatcherAnswer {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Test runners show the message of an error only, and what to write instead is half of it. */
export function withHint<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UserFacingError) || error.hint === undefined) throw error;
    throw new Error(shownText(`${error.message} ${error.hint}`), { cause: error });
  }
}
