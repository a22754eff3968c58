import { ownField } from "../../core/json/own-field.ts";
import type { MetricDetails, MetricOutcome, TurnScore } from "../../core/metric-outcome.ts";
import { isObject, shown } from "../../core/schema/parse-context.ts";
import type { Status } from "../../core/verdict.ts";
import { ownWords } from "./own-words.ts";
import { unreadVerdict } from "./unread-verdict.ts";

/**
 * What a user's function returned, as an outcome: a number, a boolean, `{ score, why }`, or ADK's EvaluationResult
 * in either spelling. Its own status counts; without one the threshold decides.
 */
export function readCustomResult(name: string, result: unknown, turns: number): MetricOutcome {
  try {
    return outcomeOf(name, result, turns);
  } catch (error) {
    if (!(error instanceof BadResult)) throw error;
    return { kind: "not-evaluated", reason: "metric-error", detail: `${name} ${error.message}` };
  }
}

/** Caught where it is reported; never leaves this file. */
class BadResult extends Error {}

function outcomeOf(name: string, result: unknown, turns: number): MetricOutcome {
  if (typeof result === "number" || typeof result === "boolean") {
    return { kind: "scored", score: scoreOf(Number(result)) ?? 0, perInvocation: [] };
  }
  if (!isObject(result)) {
    const given = result === undefined ? "nothing" : shown(result);
    throw new BadResult(`returned ${given}; a number or a result was expected.`);
  }
  const score = agreed(result, ["overallScore", "overall_score", "score"], scoreOf);
  const status = statusIn(result);
  const perInvocation = turnsOf(
    either(result, "perInvocationResults", "per_invocation_results"),
    turns,
  );
  const given = ownField(result, "details");
  const details: MetricDetails | undefined = isObject(given) ? given : undefined;
  const why = wordsOf(ownField(result, "why"), details);
  if (status === "informational") return { kind: "informational", score, perInvocation, details };
  if (status === "not-evaluated" || (score === undefined && status === undefined)) {
    const detail = why ?? `${name} did not evaluate this conversation.`;
    return { kind: "not-evaluated", reason: "unsupported", detail, perInvocation };
  }
  if (score === undefined) throw new BadResult(`returned the status ${status} without a score.`);
  return { kind: "scored", score, status, perInvocation, details, why };
}

/** Details are somebody else's objects, and looking at one may throw; the reason it gives itself still stands. */
function wordsOf(why: unknown, details: MetricDetails | undefined): string | undefined {
  try {
    return ownWords(why, details);
  } catch {
    return ownWords(why, undefined);
  }
}

function either(result: Readonly<Record<string, unknown>>, camel: string, snake: string): unknown {
  return ownField(result, camel) ?? ownField(result, snake);
}

/** ADK has a name of its own for the whole and one for a turn; people write either in either place. */
const statusNames = "overallEvalStatus overall_eval_status evalStatus eval_status status".split(
  " ",
);

const readNames: ReadonlySet<string> = new Set([
  ...statusNames,
  ..."overallScore overall_score score details why".split(" "),
  ..."perInvocationResults per_invocation_results".split(" "),
]);

function statusIn(result: Readonly<Record<string, unknown>>): Status | undefined {
  const unread = unreadVerdict(result, readNames);
  if (unread !== undefined) throw new BadResult(`returned ${unread}`);
  return agreed(result, statusNames, statusOf);
}

/** One value under any of several names; two that differ are no answer. */
function agreed<T>(
  result: Readonly<Record<string, unknown>>,
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  let found: { readonly name: string; readonly value: T } | undefined;
  for (const name of names) {
    const value = read(ownField(result, name));
    if (value === undefined) continue;
    if (found !== undefined && found.value !== value) {
      throw new BadResult(`returned ${found.name} ${found.value} and ${name} ${value}.`);
    }
    found ??= { name, value };
  }
  return found?.value;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function scoreOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new BadResult(`returned the score ${typeof value === "number" ? value : shown(value)}.`);
}

/** ADK's names and numbers. */
const STATUSES: ReadonlyMap<unknown, Status> = new Map<unknown, Status>([
  ["passed", "passed"],
  [1, "passed"],
  ["failed", "failed"],
  [2, "failed"],
  ["notevaluated", "not-evaluated"],
  [3, "not-evaluated"],
  ["informational", "informational"],
  [4, "informational"],
]);

function statusOf(value: unknown): Status | undefined {
  if (value === undefined || value === null) return undefined;
  const status = STATUSES.get(
    typeof value === "string" ? value.toLowerCase().replace(/[-_ ]/g, "") : value,
  );
  if (status !== undefined) return status;
  throw new BadResult(
    `returned the status ${shown(value)}; PASSED, FAILED, NOT_EVALUATED or INFORMATIONAL was expected.`,
  );
}

function turnsOf(value: unknown, turns: number): readonly TurnScore[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    throw new BadResult(`returned ${shown(value)} for its turns; an array was expected.`);
  }
  if (value.length !== turns && value.length > 0) {
    throw new BadResult(
      `returned results for ${value.length} turns of a conversation of ${turns}.`,
    );
  }
  return value.map(turnOf);
}

function turnOf(value: unknown): TurnScore {
  if (typeof value === "number" || value === null) return unscoredOr(scoreOf(value));
  if (!isObject(value)) throw new BadResult(`returned ${shown(value)} for a turn.`);
  const why = textOf(ownField(value, "why"));
  const status = statusIn(value);
  return { ...unscoredOr(scoreOf(ownField(value, "score"))), status, why };
}

function unscoredOr(score: number | undefined): TurnScore {
  return score === undefined ? { score, reason: "unsupported" } : { score };
}
