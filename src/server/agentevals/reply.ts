import type { Context } from "hono";
import { knownSecrets } from "../../agents/secrets/known-secrets.ts";
import { isUserFacingError } from "../../core/errors.ts";
import { safeText } from "../../reporters/text/safe-text.ts";

/** What was asked cannot be done, and whoever asked can mend it. */
export class RequestProblem extends Error {
  readonly status: 400 | 404 | 413 | 503;
  constructor(status: RequestProblem["status"], message: string) {
    super(message);
    this.status = status;
  }
}

/** An answer in the envelope that every route has; no secret of ours is in it. */
export function reply(c: Context, data: unknown): Response {
  return c.body(safeJson({ data, error: null }), 200, { "Content-Type": "application/json" });
}

export function safeJson(value: unknown): string {
  return safeText(knownSecrets()).json(value);
}

/** The sentence of a problem, and what to do about it; undefined for what is our own. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof RequestProblem) return error.message;
  if (!isUserFacingError(error)) return undefined;
  return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
}
