import { countsAs } from "../core/folds/case-row.ts";
import type { MetricRange } from "../core/metric.ts";
import type { MetricOutcome } from "../core/metric-outcome.ts";
import type { MetricResult } from "../core/run.ts";
import { required, withDefault } from "../core/schema/object-field.ts";
import { object } from "../core/schema/object-schema.ts";
import { type ParseContext, pathText, type Schema } from "../core/schema/parse-context.ts";
import { number, record, withRead } from "../core/schema/schema.ts";
import { type BuiltInMetric, builtInMetric } from "./built-in-metric.ts";

export interface CompositeCriterion {
  /** Metric name to weight. Only their proportions count. */
  readonly weights: Readonly<Record<string, number>>;
  /** What counts as 0 and as 1, for metrics without an upper bound or whose own bounds are too wide. */
  readonly ranges: Readonly<Record<string, Range>>;
}

interface Range {
  readonly min: number;
  readonly max: number;
}

type RangeOf = (metric: string) => MetricRange | undefined;

/**
 * One score from several. Each member is brought to 0 (worst) to 1 (best) by its range and direction, then weighed.
 * `rangeOf` knows the built-in metrics; any other is assumed to score from 0 to 1, as ADK assumes of custom metrics.
 */
export function compositeMetric(rangeOf: RangeOf): BuiltInMetric<"composite", CompositeCriterion> {
  return builtInMetric({
    name: "composite",
    description: "The weighted mean of other metrics, each brought to 0 (worst) to 1 (best).",
    version: 1,
    range: { min: 0, max: 1 },
    direction: "higher",
    reads: ["other metrics"],
    needs: [],
    criterion: withRead(fields, (value, context, inner) => {
      const problemsBefore = context.problems.length;
      const criterion = inner.read(value, context);
      if (context.problems.length === problemsBefore) check(criterion, rangeOf, context);
      return criterion;
    }),
    madeOf: ({ weights }) => Object.keys(weights),
    create: (criterion, { name }) => {
      return ({ earlier }) => weigh(name, criterion, rangeOf, earlier);
    },
  });
}

const range: Schema<Range> = object<Range>(
  { min: withDefault(number, 0), max: required(number) },
  { expected: "a range", unknown: "refuse" },
);

const fields: Schema<CompositeCriterion> = object<CompositeCriterion>(
  {
    weights: required(record(number), "Metric name to weight; only their proportions count."),
    ranges: withDefault(
      record(range),
      {},
      "Metric name to {min, max}, between which it counts: for metrics without bounds.",
    ),
  },
  { expected: "a composite criterion", unknown: "refuse" },
);

function check(
  { weights, ranges }: CompositeCriterion,
  rangeOf: RangeOf,
  context: ParseContext,
): void {
  const problem = (key: "weights" | "ranges", message: string, hint: string) => {
    context.path.push(key);
    context.problem(`${pathText(context.path)} ${message}`, { hint });
    context.path.pop();
  };
  const members = Object.entries(weights);
  if (members.length === 0) {
    problem("weights", "is empty.", 'Name metrics and their weights: {"response_match_score": 2}.');
  }
  for (const [metric, weight] of members) {
    if (weight <= 0) {
      problem("weights", `gives ${metric} the weight ${weight}.`, "Weights are above 0.");
    }
    if (boundsOf(metric, ranges, rangeOf) === undefined) {
      const hint = `Say how much counts as worst: "ranges": {"${metric}": {"min": 0, "max": 10}}.`;
      problem("weights", `has ${metric}, whose values have no upper bound.`, hint);
    }
  }
  for (const [metric, { min, max }] of Object.entries(ranges)) {
    if (!Object.hasOwn(weights, metric)) {
      problem(
        "ranges",
        `has ${metric}, which has no weight.`,
        'Add it to "weights", or leave it out.',
      );
    } else if (min >= max) {
      problem("ranges", `has ${metric} from ${min} to ${max}.`, "min must be below max.");
    }
  }
}

function boundsOf(
  metric: string,
  ranges: CompositeCriterion["ranges"],
  rangeOf: RangeOf,
): Range | undefined {
  if (Object.hasOwn(ranges, metric)) return ranges[metric];
  const { min, max } = rangeOf(metric) ?? { min: 0, max: 1 };
  return max === undefined ? undefined : { min, max };
}

function weigh(
  name: string,
  { weights, ranges }: CompositeCriterion,
  rangeOf: RangeOf,
  earlier: readonly MetricResult[],
): MetricOutcome {
  const parts: { name: string; weight: number; value: number }[] = [];
  for (const [metric, weight] of Object.entries(weights)) {
    const member = earlier.find((result) => result.name === metric);
    const value = member && normalised(member, boundsOf(metric, ranges, rangeOf));
    if (value === undefined) return missing(name, metric, member);
    parts.push({ name: metric, weight, value });
  }
  const total = parts.reduce((sum, part) => sum + part.weight, 0);
  const score = parts.reduce((sum, part) => sum + part.weight * part.value, 0) / total;
  const lowest = parts.reduce((worst, part) => (part.value < worst.value ? part : worst));
  const why = `${lowest.name} is the lowest part, ${Number(lowest.value.toFixed(2))} of 1.`;
  // rounding must not carry a mean of ones above one
  return { kind: "scored", score: Math.min(1, score), perInvocation: [], details: { parts }, why };
}

/** From 0, worst, to 1, best; undefined where the member has no say. */
function normalised(member: MetricResult, bounds: Range | undefined): number | undefined {
  if (member.score === undefined || bounds === undefined) return undefined;
  if (countsAs(member) === "not-evaluated") return undefined;
  const share = (member.score - bounds.min) / (bounds.max - bounds.min);
  const within = Math.min(1, Math.max(0, share));
  return member.direction === "higher" ? within : 1 - within;
}

function missing(name: string, metric: string, member: MetricResult | undefined): MetricOutcome {
  if (member === undefined) {
    const detail = `${name} weighs ${metric}, which is not measured before it. Name ${metric} above ${name} in the criteria, and leave both or neither out of a case.`;
    return { kind: "not-evaluated", reason: "metric-error", detail };
  }
  const detail = `${name} weighs ${metric}, which was not evaluated${member.detail === undefined ? "." : `: ${member.detail}`}`;
  return { kind: "not-evaluated", reason: member.reason ?? "unsupported", detail };
}
