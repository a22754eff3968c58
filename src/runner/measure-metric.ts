import { lookBeforeVerdict } from "../core/async/look-first.ts";
import { messageOf } from "../core/errors.ts";
import { hasGap } from "../core/folds/case-row.ts";
import type { Metric, MetricInput } from "../core/metric.ts";
import type { MetricOutcome, TurnScore } from "../core/metric-outcome.ts";
import { rangeText, reachOf } from "../core/metrics/threshold-reach.ts";
import type { MetricResult } from "../core/run.ts";
import { meets, type ReasonCode, type Status } from "../core/verdict.ts";

/** Asks one metric and gives its answer a status. Never throws, never rejects. */
export function measureMetric(
  metric: Metric,
  input: MetricInput,
): MetricResult | Promise<MetricResult> {
  if (metric.measure === undefined) {
    const detail = `${metric.name} cannot be run by this version.`;
    return resultOf(metric, input, { kind: "not-evaluated", reason: "unsupported", detail });
  }
  const vacuous = vacuousThreshold(metric, input);
  if (vacuous !== undefined) return notEvaluated(metric, input, "unsupported", vacuous);
  try {
    const outcome = metric.measure(input);
    if (!isPromise(outcome)) return resultOf(metric, input, outcome);
    return Promise.resolve(outcome).then(
      (value) => safely(metric, input, value),
      (error: unknown) => broken(metric, input, error),
    );
  } catch (error) {
    return broken(metric, input, error);
  }
}

function isPromise(value: MetricOutcome | Promise<MetricOutcome>): value is Promise<MetricOutcome> {
  return typeof (value as { then?: unknown } | undefined)?.then === "function";
}

/** Outcomes of people's own metrics may have any form; a bad one is the metric's fault, not the run's. */
function safely(metric: Metric, input: MetricInput, outcome: MetricOutcome): MetricResult {
  const changed = lookBeforeVerdict();
  if (changed !== undefined) {
    const detail = `Something that was loaded replaced ${changed} while ${metric.name} was measured.`;
    return notEvaluated(metric, input, "metric-error", detail);
  }
  try {
    return resultOf(metric, input, outcome);
  } catch (error) {
    return broken(metric, input, error);
  }
}

function broken(metric: Metric, input: MetricInput, error: unknown): MetricResult {
  return notEvaluated(metric, input, "metric-error", `${metric.name} broke: ${messageOf(error)}`);
}

function resultOf(metric: Metric, input: MetricInput, outcome: MetricOutcome): MetricResult {
  switch (outcome.kind) {
    case "not-evaluated":
      return notEvaluated(metric, input, outcome.reason, outcome.detail, outcome.perInvocation);
    case "informational":
    case "scored": {
      const wrong = mistakeIn(outcome, input.actual.length);
      if (wrong !== undefined) {
        return notEvaluated(metric, input, "metric-error", `${metric.name} ${wrong}`);
      }
      return measured(metric, input, outcome);
    }
    default:
      throw new Error("it answered with something that is not an outcome of a metric");
  }
}

type Measured = Exclude<MetricOutcome, { kind: "not-evaluated" }>;

function mistakeIn({ score, perInvocation }: Measured, turns: number): string | undefined {
  if (score !== undefined && !Number.isFinite(score)) return `gave the score ${score}.`;
  if (perInvocation.length > 0 && perInvocation.length !== turns) {
    return `scored ${perInvocation.length} turns of a conversation of ${turns}.`;
  }
  const odd = perInvocation.find(
    (turn) => turn.score !== undefined && !Number.isFinite(turn.score),
  );
  return odd === undefined ? undefined : `gave a turn the score ${odd.score}.`;
}

function measured(metric: Metric, input: MetricInput, outcome: Measured): MetricResult {
  // a metric with a threshold that only informs has decided so itself
  const informs = outcome.kind === "informational" && metric.threshold !== undefined;
  const threshold = informs ? undefined : thresholdFor(metric, input);
  const { score, details } = outcome;
  if (score === undefined && threshold !== undefined) {
    const detail = `${metric.name} has no value for this conversation.`;
    return notEvaluated(metric, input, "unsupported", detail, outcome.perInvocation);
  }
  const decided = outcome.kind === "scored" ? outcome.status : undefined;
  const why = outcome.kind === "scored" ? outcome.why : undefined;
  const byThreshold = statusOf(score, threshold, metric);
  const status = decided ?? byThreshold;
  const result: MetricResult = {
    name: metric.name,
    version: metric.version,
    status,
    decided: status === byThreshold ? undefined : true,
    score,
    threshold,
    direction: metric.direction,
    detail: why,
    perInvocation: withStatuses(outcome.perInvocation, threshold, metric),
    details,
  };
  const partly = coverageIn(outcome, threshold, why);
  return partly === undefined ? result : { ...result, ...partly };
}

type Coverage = Pick<MetricResult, "coverage" | "unasked" | "reason" | "detail">;

/** What of the conversation the score is about, where it is not about all of it. */
function coverageIn(
  outcome: Measured,
  threshold: number | undefined,
  why: string | undefined,
): Coverage | undefined {
  const turns = outcome.perInvocation;
  const coverage = threshold === undefined ? undefined : coverageOf(turns);
  // rubrics or sentences that nobody decided about
  const parts = outcome.kind === "scored" ? outcome.coverage : undefined;
  const isPartly = parts !== undefined && parts.scored < parts.of;
  if (coverage === undefined) {
    return isPartly ? { coverage: parts, reason: "partly-scored" } : undefined;
  }
  const detail = [why, coverageText(coverage, turns)].filter(Boolean).join(" ");
  const unasked = leftOutIn(turns);
  const covered = unasked === 0 ? { coverage, detail } : { coverage, unasked, detail };
  if (hasGap(covered)) return { ...covered, reason: "partly-scored" };
  return isPartly ? { coverage: parts, detail, reason: "partly-scored" } : covered;
}

function leftOutIn(turns: readonly TurnScore[]): number {
  return turns.filter((turn) => turn.score === undefined && turn.unasked === "by-author").length;
}

/** How many turns were scored, and what the first that was not was about: a gap, else one that was left out. */
function coverageText(
  { scored, of }: { scored: number; of: number },
  turns: readonly TurnScore[],
): string {
  const open = turns.findIndex((turn) => turn.score === undefined && turn.unasked === undefined);
  const gap = open === -1 ? turns.findIndex((turn) => turn.unasked === "by-author") : open;
  const why = turns[gap]?.why;
  const about = why === undefined ? "" : ` Turn ${gap + 1}: ${why}`;
  return `${scored} of ${of} turns were scored.${about}`;
}

/** What a case asks for itself wins over the config. */
function thresholdFor(metric: Metric, input: MetricInput): number | undefined {
  return input.evalCase.assay?.thresholds?.[metric.name] ?? metric.threshold;
}

/** A case may be stricter or milder than its config, but not so mild that every score passes. */
function vacuousThreshold(
  { name, range, direction }: Metric,
  { evalCase }: MetricInput,
): string | undefined {
  const own = evalCase.assay?.thresholds?.[name];
  if (own === undefined || reachOf(own, range, direction) !== "every score passes")
    return undefined;
  return `The case's own threshold ${own} of ${name} lies outside its scores, ${rangeText(range)}: every score would pass.`;
}

function statusOf(
  score: number | undefined,
  threshold: number | undefined,
  { direction }: Metric,
): Status {
  if (threshold === undefined) return "informational";
  if (score === undefined) return "not-evaluated";
  return meets(score, threshold, direction) ? "passed" : "failed";
}

function withStatuses(
  turns: readonly TurnScore[],
  threshold: number | undefined,
  metric: Metric,
): readonly TurnScore[] {
  return turns.map((turn) =>
    turn.status === undefined ? { ...turn, status: statusOf(turn.score, threshold, metric) } : turn,
  );
}

/** Turns that nobody could have asked about by themselves are not counted; those that the author left out are. */
function coverageOf(turns: readonly TurnScore[]): MetricResult["coverage"] {
  let scored = 0;
  let of = 0;
  for (const turn of turns) {
    if (turn.unasked !== true) of += 1;
    if (turn.score !== undefined) scored += 1;
  }
  return scored === 0 || scored === of ? undefined : { scored, of };
}

function notEvaluated(
  metric: Metric,
  input: MetricInput,
  reason: ReasonCode,
  detail: string,
  turns: readonly TurnScore[] | undefined = undefined,
): MetricResult {
  const { name, version, direction } = metric;
  const given = turns !== undefined && turns.length === input.actual.length;
  const unscored: TurnScore = { score: undefined, status: "not-evaluated", reason };
  return {
    name,
    version,
    status: "not-evaluated",
    threshold: thresholdFor(metric, input),
    direction,
    reason,
    detail,
    perInvocation: given
      ? turns.map((turn) => ({ ...turn, status: turn.status ?? "not-evaluated" }))
      : input.actual.map(() => unscored),
  };
}
