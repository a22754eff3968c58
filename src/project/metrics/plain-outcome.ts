import { plainData } from "../../agents/recording/plain-data.ts";
import { ownField } from "../../core/json/own-field.ts";
import type { MetricRange } from "../../core/metric.ts";
import type {
  MetricDetails,
  MetricOutcome,
  ScoredOutcome,
  TurnScore,
} from "../../core/metric-outcome.ts";
import { isObject, shown } from "../../core/schema/parse-context.ts";
import { type ReasonCode, reasonCodes, type Status } from "../../core/verdict.ts";
import { unreadVerdict } from "../../metrics/custom/unread-verdict.ts";

interface Expected {
  readonly name: string;
  readonly range: MetricRange;
  readonly turns: number;
}

/**
 * What a metric of the user's own answered, field by field, as data of ours. Only what the answer has itself counts:
 * nothing that every object was made to have. Throws with what is wrong, as the end of a sentence about the metric.
 */
export function plainOutcome(outcome: unknown, expected: Expected): MetricOutcome {
  const kind = ownField(outcome, "kind");
  switch (kind) {
    case "not-evaluated":
      return {
        kind,
        reason: reasonIn(outcome) ?? "unsupported",
        detail: textIn(outcome, "detail") ?? `${expected.name} did not evaluate this conversation.`,
        perInvocation: turnsIn(outcome, expected),
      };
    case "informational":
      return {
        kind,
        score: scoreIn(outcome, expected),
        perInvocation: turnsIn(outcome, expected) ?? [],
        details: detailsIn(outcome),
      };
    case "scored":
      return scored(outcome, expected);
    default:
      throw new Error(
        `it answered with ${shown(outcome)}, which is not an outcome of a metric; a number, true or false, or { score, why } was expected`,
      );
  }
}

/** Reports have words for our reasons and for no others. */
function reasonIn(from: unknown): ReasonCode | undefined {
  const reason = ownField(from, "reason");
  return reasonCodes.find((each) => each === reason);
}

const outcomeNames = new Set("kind score status perInvocation coverage details why".split(" "));
const turnNames = new Set("score status unasked reason why trajectory details".split(" "));

/** A verdict under a name that nobody reads is none; the score alone might say the opposite. */
function checkNames(from: unknown, known: ReadonlySet<string>): void {
  const unread = isObject(from) ? unreadVerdict(from, known) : undefined;
  if (unread !== undefined) throw new Error(`it returned ${unread.replace(/\.$/, "")}`);
}

function scored(outcome: unknown, expected: Expected): ScoredOutcome {
  checkNames(outcome, outcomeNames);
  const score = scoreIn(outcome, expected);
  if (score === undefined) throw new Error("it scored without a score");
  const said = ownField(outcome, "status") ?? undefined;
  const status = said === undefined ? undefined : statusIn(said);
  const isVerdict = status === "passed" || status === "failed";
  if (said !== undefined && !isVerdict) {
    throw new Error(`it gave the status ${shown(said)}; passed or failed was expected`);
  }
  return {
    kind: "scored",
    score,
    status: isVerdict ? status : undefined,
    perInvocation: turnsIn(outcome, expected) ?? [],
    coverage: coverageIn(outcome),
    details: detailsIn(outcome),
    why: textIn(outcome, "why"),
  };
}

function scoreIn(from: unknown, { range }: Pick<Expected, "range">): number | undefined {
  const score = ownField(from, "score") ?? undefined;
  if (score === undefined) return undefined;
  const { min, max } = range;
  const isIn = typeof score === "number" && score >= min && (max === undefined || score <= max);
  if (isIn && Number.isFinite(score)) return score;
  const wanted = max === undefined ? `from ${min}` : `from ${min} to ${max}`;
  const given = typeof score === "number" ? String(score) : shown(score);
  throw new Error(`it gave the score ${given}; a number ${wanted} was expected`);
}

function turnsIn(outcome: unknown, expected: Expected): readonly TurnScore[] | undefined {
  const turns = ownField(outcome, "perInvocation");
  if (turns === undefined || turns === null) return undefined;
  if (!Array.isArray(turns)) throw new Error("it gave something else than an array for its turns");
  if (turns.length > 0 && turns.length !== expected.turns) {
    throw new Error(`it scored ${turns.length} turns of a conversation of ${expected.turns}`);
  }
  return Array.from({ length: turns.length }, (_, at) => turnScore(turns[at], expected));
}

const statuses: readonly Status[] = ["passed", "failed", "not-evaluated", "informational"];

/** In capitals it is ADK's word for the same. */
function statusIn(said: unknown): Status | undefined {
  if (typeof said !== "string") return undefined;
  const status = /^[A-Z_]+$/.test(said) ? said.toLowerCase().replace("_", "-") : said;
  return statuses.find((each) => each === status);
}

function turnScore(turn: unknown, expected: Expected): TurnScore {
  checkNames(turn, turnNames);
  const said = ownField(turn, "status") ?? undefined;
  const status = statusIn(said);
  if (said !== undefined && status === undefined) {
    throw new Error(`it gave a turn the status ${shown(said)}; passed or failed was expected`);
  }
  return {
    score: scoreIn(turn, expected),
    status,
    unasked: unaskedIn(turn),
    reason: reasonIn(turn),
    why: textIn(turn, "why"),
    trajectory: dataIn(turn, "trajectory") as TurnScore["trajectory"],
    details: detailsIn(turn),
  };
}

function unaskedIn(turn: unknown): TurnScore["unasked"] {
  const unasked = ownField(turn, "unasked");
  return unasked === true || unasked === "by-author" ? unasked : undefined;
}

function coverageIn(outcome: unknown): ScoredOutcome["coverage"] {
  const coverage = ownField(outcome, "coverage");
  const [scored, of] = [ownField(coverage, "scored"), ownField(coverage, "of")];
  return typeof scored === "number" && typeof of === "number" ? { scored, of } : undefined;
}

/** Details explain a score and never are one, so what cannot be kept of them is left out. */
function detailsIn(from: unknown): MetricDetails | undefined {
  const details = dataIn(from, "details");
  const isObject = typeof details === "object" && details !== null && !Array.isArray(details);
  return isObject ? (details as MetricDetails) : undefined;
}

const MOST_VALUES = 20_000;
const MOST_CHARACTERS = 200_000;

function dataIn(from: unknown, key: string): unknown {
  const value = ownField(from, key);
  if (typeof value !== "object" || value === null) return undefined;
  try {
    const size = { values: MOST_VALUES, characters: MOST_CHARACTERS };
    return isWithin(value, size) ? plainData(value) : { leftOut: "These details were too large." };
  } catch {
    return { leftOut: "These details could not be read." };
  }
}

/** Whether a value is small enough to be kept. A circle uses its size up. */
function isWithin(value: unknown, left: { values: number; characters: number }): boolean {
  left.values -= 1;
  if (typeof value === "string") left.characters -= value.length;
  if (left.values < 0 || left.characters < 0) return false;
  if (typeof value !== "object" || value === null) return true;
  const seen = circleGuard(value);
  try {
    if (seen) return true;
    for (const key of Object.keys(value)) {
      left.characters -= key.length;
      if (!isWithin(read(value, key), left)) return false;
    }
    return true;
  } finally {
    if (!seen) above.delete(value);
  }
}

const above = new Set<object>();

function circleGuard(value: object): boolean {
  if (above.has(value)) return true;
  above.add(value);
  return false;
}

function read(value: object, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

const MOST_TEXT = 10_000;

function textIn(from: unknown, key: string): string | undefined {
  const value = ownField(from, key);
  if (typeof value !== "string") return undefined;
  return value.length <= MOST_TEXT ? value : `${value.slice(0, MOST_TEXT)}…`;
}
