const brand = Symbol.for("assay.UserFacingError");

/** Stable, documented, greppable. One section per code in docs/reference/errors.md. */
export type ErrorCode =
  | "agent/invalid"
  | "agent/not-found"
  | "agent/failed"
  | "chat/busy"
  | "chat/not-found"
  | "cli/usage"
  | "config/invalid"
  | "config/not-found"
  | "eval-set/changed"
  | "eval-set/duplicate"
  | "eval-set/empty"
  | "eval-set/exists"
  | "eval-set/invalid"
  | "eval-set/not-found"
  | "eval-set/unknown-case"
  | "file/unreadable"
  | "file/unwritable"
  | "gate/invalid"
  | "labels/invalid"
  | "metric/cannot-run"
  | "metric/cannot-score"
  | "metric/invalid"
  | "metric/unknown"
  | "model/failed"
  | "model/no-address"
  | "model/no-key"
  | "model/no-price"
  | "model/unknown"
  | "name/invalid"
  | "review/not-found"
  | "run/changed"
  | "run/busy"
  | "run/kept"
  | "run/no-baseline"
  | "run/not-acceptable"
  | "run/not-comparable"
  | "run/not-found"
  | "server/cannot-listen"
  | "session/golden"
  | "session/not-found"
  | "store/unusable"
  | "trace/empty"
  | "trace/invalid"
  | "users/exists"
  | "users/invalid"
  | "users/not-allowed"
  | "users/not-found";

/** Where in a file a mistake stands. `line` and `column` count from 1. */
export interface Place {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** JSON path as people write it: `eval_cases[2].conversation[0].user_contnt`. */
  readonly path?: string | undefined;
  /** A few numbered source lines with a marker under the mistake, ready to print. */
  readonly excerpt?: string | undefined;
}

/** One mistake in something a user wrote: what is wrong, where, and what to do. */
export interface Problem {
  readonly message: string;
  readonly place?: Place | undefined;
  readonly hint?: string | undefined;
}

interface UserFacingErrorOptions {
  readonly hint?: string | undefined;
  readonly place?: Place | undefined;
  /** Further mistakes found in the same file; the first one is the error itself. */
  readonly others?: readonly Problem[] | undefined;
  readonly cause?: unknown;
  /** What the user's code had printed when it failed. */
  readonly printed?: string | undefined;
}

/**
 * A problem its reader can fix: a bad file, an unknown name, an agent that is not there.
 * Front doors print `message`, `place` and `hint`, never a stack. Anything else that is thrown is our bug.
 */
export class UserFacingError extends Error {
  readonly [brand] = true;
  override readonly name = "UserFacingError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly place: Place | undefined;
  readonly others: readonly Problem[];
  readonly printed: string | undefined;

  constructor(code: ErrorCode, message: string, options: UserFacingErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.place = options.place;
    this.others = options.others ?? [];
    this.printed = options.printed;
  }
}

/** Still works when two copies of this package are loaded, where `instanceof` does not. */
export function isUserFacingError(value: unknown): value is UserFacingError {
  try {
    return typeof value === "object" && value !== null && brand in value;
  } catch {
    // whatever is thrown may be a trap
    return false;
  }
}

/** What was thrown says of itself, whatever it is. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message || error.name) : String(error);
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE = "something that cannot be read";

/** What was thrown, or an error that stands for it: to look at a trap throws once more. */
export function readableError(thrown: unknown): unknown {
  try {
    if (thrown instanceof Error) String([thrown.name, thrown.message, thrown.stack]);
    else String(thrown);
    return thrown;
  } catch {
    return new Error(UNREADABLE);
  }
}

/** The same, after the kind of error that it is. */
export function namedMessageOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    return messageOf(error);
  }
}

/** Several mistakes of one file as one error: the first is reported whole, the others travel along. */
export function errorFromProblems(code: ErrorCode, problems: readonly Problem[]): UserFacingError {
  const [first, ...others] = problems;
  if (first === undefined) throw new Error("errorFromProblems needs at least one problem");
  return new UserFacingError(code, first.message, {
    hint: first.hint,
    place: first.place,
    others,
  });
}
