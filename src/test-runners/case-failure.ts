import { isUserFacingError } from "../core/errors.ts";
import type { CaseResult } from "../core/run.ts";
import type { TrialRule } from "../core/run-info.ts";
import type { Secret } from "../core/secrets/secret-mask.ts";
import { maskError } from "../project/run/secrets/run-secrets.ts";
import { failureLines } from "../reporters/failures/failure-text.ts";
import { shortReason } from "../reporters/text/case-reason.ts";
import { errorText } from "../reporters/text/error-text.ts";
import { paint } from "../reporters/text/paint.ts";
import { safeText } from "../reporters/text/safe-text.ts";

/** A case all of whose trials are over. */
export interface EndedGroup {
  readonly status: CaseResult["status"];
  /** In the order of the trials. */
  readonly trials: readonly CaseResult[];
}

interface FailureOptions {
  readonly require: TrialRule;
  readonly secrets: readonly Secret[];
}

/** What a test runner shows of text: test output is read in wide windows and in narrow logs. */
const COLUMNS = 100;

/** Why a test of a case fails: the reason in a line, then what the terminal report would draw. */
export function caseFailure(group: EndedGroup, { require, secrets }: FailureOptions): Error {
  const { status, trials } = group;
  const say = safeText(secrets);
  const shown = trials.find((trial) => trial.status === status) ?? trials[0];
  if (shown === undefined) return notEvaluated("No trial of this case ended.");
  const drawing = { say, paint: paint(false), columns: COLUMNS, trials: trials.length };
  const lines = shown.status === "passed" ? [] : ["", ...failureLines(shown, drawing)];
  const reason = shown.status === "passed" ? togetherShort(require) : shortReason(shown);
  const head = [...trialsText(trials), `${status === "failed" ? "" : "not evaluated: "}${reason}`];
  return failure(
    status === "failed" ? "CaseFailed" : "NotEvaluated",
    [say.line(head.join("; ")), ...lines, ""].join("\n"),
  );
}

/** Why a test fails whose case was never measured. */
export function notEvaluated(why: string): Error {
  return failure("NotEvaluated", why);
}

/** Why a test fails while built-ins are others than when the run began: who did it is not to be told any more. */
export function tampered(changed: string): Error {
  const what = `${changed} was replaced during the evaluation, and verdicts are computed with it.`;
  return failure("NotEvaluated", `${what} Tests that spy on it belong into a file of their own.`);
}

/** A mistake in what was handed over, with its hint, as an error that any test runner prints whole. */
export function plainError(error: unknown): Error {
  maskError(error);
  if (!isUserFacingError(error)) return error instanceof Error ? error : new Error(String(error));
  const text = errorText(error, { colour: false, columns: COLUMNS });
  return failure("AssayError", text.trimEnd());
}

function trialsText(trials: readonly CaseResult[]): readonly string[] {
  if (trials.length === 1) return [];
  const passed = trials.filter(({ status }) => status === "passed").length;
  return [`${passed} of ${trials.length} trials passed`];
}

function togetherShort(require: TrialRule): string {
  return require === "pooled" || require === "mean"
    ? "the trials together fall short"
    : `${require} had to pass`;
}

/** Our own frames would only lead the reader into this package. */
function failure(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  error.stack = `${name}: ${message}`;
  return error;
}
