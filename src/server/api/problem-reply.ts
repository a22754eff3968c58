import { randomBytes } from "node:crypto";
import { type ErrorCode, isUserFacingError, type Place, type Problem } from "../../core/errors.ts";

/** What a caller is told when something is wrong. */
export interface ProblemReply {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly hint?: string | undefined;
    readonly place?: Place | undefined;
    readonly others?: readonly Problem[];
  };
}

export type ProblemStatus = 400 | 403 | 404 | 409 | 500;

const notFound: ReadonlySet<ErrorCode> = new Set([
  "agent/not-found",
  "chat/not-found",
  "config/not-found",
  "eval-set/not-found",
  "eval-set/unknown-case",
  "review/not-found",
  "run/not-found",
  "session/not-found",
  "users/not-found",
]);
const conflicts: ReadonlySet<ErrorCode> = new Set([
  "chat/busy",
  "eval-set/changed",
  "eval-set/exists",
  "run/busy",
  "run/kept",
  "session/golden",
  "users/exists",
]);

/** A user's mistake in its own words; ours with a number that stands in the server's log too. */
export function problemReply(
  error: unknown,
  log: (text: string) => void,
): { readonly status: ProblemStatus; readonly body: ProblemReply } {
  if (isUserFacingError(error)) {
    const { code, message, hint, place, others = [] } = error;
    const more = others.map((each) => ({
      message: each.message,
      hint: each.hint,
      place: each.place,
    }));
    const body = {
      error: { code, message, hint, place, ...(more.length > 0 && { others: more }) },
    };
    return { status: statusOf(code), body };
  }
  const number = randomBytes(3).toString("hex");
  log(`error ${number}  ${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  const message = `Something went wrong in the server (${number}); its terminal says more.`;
  return { status: 500, body: { error: { code: "server/failed", message } } };
}

function statusOf(code: ErrorCode): ProblemStatus {
  if (code === "users/not-allowed") return 403;
  if (notFound.has(code)) return 404;
  return conflicts.has(code) ? 409 : 400;
}
