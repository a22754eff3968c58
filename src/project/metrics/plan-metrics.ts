import { UserFacingError } from "../../core/errors.ts";
import type { JudgeFor } from "../../core/judge.ts";
import type { JudgeCheckMode } from "../../core/judge-check.ts";
import type { Metric, MetricDefinition, MetricInput } from "../../core/metric.ts";
import type { NotEvaluatedOutcome } from "../../core/metric-outcome.ts";
import { rangeText, reachOf } from "../../core/metrics/threshold-reach.ts";
import { ParseContext, pathText } from "../../core/schema/parse-context.ts";
import { nearest } from "../../core/text/nearest.ts";
import { metricDefinitions } from "../../metrics/index.ts";
import { type ModelPrices, priceOfCall } from "../../models/model-prices.ts";
import {
  type JudgeCheckPlan,
  meaningControl,
  metricControl,
} from "../judge-checks/metric-control.ts";
import { unmetNeeds } from "./check-runnable.ts";
import { guardedMeasure, whilePlanning } from "./guard-metric.ts";
import { readCriterion } from "./read-criterion.ts";

const definitions: ReadonlyMap<string, MetricDefinition> = new Map(
  metricDefinitions.map((definition) => [definition.name, definition]),
);

/** Metrics of the user's own, ready to be planned, and where their code is. */
export interface PlanOptions {
  readonly custom?: ReadonlyMap<string, CustomMetricPlan> | undefined;
  /** Makes the judges that judged metrics ask; without it they cannot run. */
  readonly judgeFor?: JudgeFor | undefined;
  /** How judges prove themselves first; without it nobody asks them to. */
  readonly judgeCheck?: JudgeCheckPlan | undefined;
  /** What the config says models cost. */
  readonly modelPrices?: ModelPrices | undefined;
  /** Cases compare arguments by meaning, so that metrics of calls ask a judge. */
  readonly byMeaning?: boolean | undefined;
}

export interface CustomMetricPlan {
  readonly definition: MetricDefinition;
  /** How long it may take for one case. */
  readonly timeoutSeconds?: number | undefined;
  readonly path: string;
  /** Its code, where it is known: by what a resume sees that it was changed. */
  readonly source?: string | undefined;
}

/** As much of a config as the plan needs. */
interface PlannableConfig extends Pick<PlanOptions, "custom" | "modelPrices"> {
  readonly judgeCheck?: JudgeCheckMode | undefined;
  readonly controlQuestions?: JudgeCheckPlan["questions"] | undefined;
  readonly criteria: readonly (readonly [name: string, criterion: unknown])[];
}

/** What to measure with: the config's metrics in its order, then the efficiency metrics it does not name. */
export function planMetrics(
  config: PlannableConfig = defaultConfig,
  given: Pick<PlanOptions, "judgeFor" | "byMeaning"> & {
    readonly judgeCheck?: JudgeCheckMode | undefined;
  } = {},
): readonly Metric[] {
  const { custom, modelPrices, controlQuestions: questions = new Map() } = config;
  const mode = given.judgeCheck ?? config.judgeCheck ?? "auto";
  const judgeCheck = { mode, questions };
  const { judgeFor, byMeaning } = given;
  const options = { custom, modelPrices, judgeFor, judgeCheck, byMeaning };
  const named = new Set(config.criteria.map(([name]) => name));
  const planned = config.criteria.map(([name, criterion]) => planMetric(name, criterion, options));
  checkMembers(planned);
  return [
    ...planned,
    ...metricDefinitions
      .filter((each) => each.informational === true && !named.has(each.name))
      .map((each) => informing(each)),
  ];
}

/** A metric made of others needs them measured before it. */
function checkMembers(planned: readonly Metric[]): void {
  const before = new Set<string>();
  for (const { name, madeOf = [] } of planned) {
    const missing = madeOf.find((member) => !before.has(member));
    if (missing !== undefined) throw missingMember(name, missing, planned);
    before.add(name);
  }
}

function missingMember(name: string, member: string, planned: readonly Metric[]): UserFacingError {
  const later = planned.some((metric) => metric.name === member);
  const near = nearest(
    member,
    planned.map((metric) => metric.name).filter((each) => each !== name),
  );
  const hint = later
    ? `Move ${member} above ${name}.`
    : near === undefined
      ? `Add ${member} to the criteria, above ${name}.`
      : `Did you mean "${near}"?`;
  return new UserFacingError(
    "metric/invalid",
    `${name} weighs ${member}, which ${later ? "is measured after it" : "is not among the criteria"}.`,
    { hint, place: { path: pathText(["criteria", name, "weights", member]) } },
  );
}

/** ADK's two defaults, for sets without a config. */
const defaultConfig: PlannableConfig = {
  criteria: [
    ["tool_trajectory_avg_score", 1],
    ["response_match_score", 0.8],
  ],
};

/** One metric from what stands under its name in a config; undefined for one that only informs. */
export function planMetric(name: string, criterion?: unknown, options: PlanOptions = {}): Metric {
  const custom = options.custom?.get(name);
  if (custom === undefined) return planOne(name, criterion, options);
  const metric = whilePlanning(name, () => planOne(name, criterion, options));
  const { measure, range } = metric;
  if (measure === undefined) return metric;
  const timeoutSeconds = custom.timeoutSeconds ?? custom.definition.timeoutSeconds;
  const guarded = guardedMeasure(measure, { name, range, timeoutSeconds });
  return { ...metric, measure: (input) => lacking(metric, input) ?? guarded(input) };
}

/** A metric of the user's own says what it needs and relies on it; our own look for themselves, turn by turn. */
function lacking(metric: Metric, { evalCase }: MetricInput): NotEvaluatedOutcome | undefined {
  const detail = unmetNeeds(metric, evalCase);
  return detail === undefined
    ? undefined
    : { kind: "not-evaluated", reason: "missing-reference", detail };
}

function planOne(name: string, criterion: unknown, options: PlanOptions): Metric {
  const custom = options.custom?.get(name);
  const definition = custom?.definition ?? definitions.get(name);
  if (definition === undefined) throw unknownMetric(name, [...(options.custom?.keys() ?? [])]);
  if (criterion === undefined && definition.informational === true) return informing(definition);

  const context = new ParseContext();
  context.path.push("criteria", name);
  const read = readCriterion(definition, name, criterion, context);
  const [problem] = context.problems;
  if (problem !== undefined) {
    throw new UserFacingError("metric/invalid", problem.message, {
      hint: problem.hint,
      place: { path: pathText(problem.path) },
    });
  }
  const { threshold, settings } = read;
  const asked = judgedParts(definition, { name, settings, criterion: read.criterion, options });
  refuseOtherScale(definition, name, threshold);
  return {
    ...about(definition),
    ...asked.about,
    name,
    threshold,
    criterion: read.criterion,
    ...(read.goal === undefined ? {} : { goal: read.goal }),
    ...(definition.countsExtraTurns?.(settings) === true ? { countsExtraTurns: true } : {}),
    ...(definition.measuresUneven === true ? { measuresUneven: true } : {}),
    ...(definition.madeOf === undefined ? {} : { madeOf: definition.madeOf(settings) }),
    ...(custom === undefined ? {} : { customFunctionPath: custom.path }),
    measure: definition.create?.(settings, {
      name,
      threshold,
      includeIntermediateResponses: read.criterion[INCLUDE_INTERMEDIATE] === true,
      judgeFor: asked.judgeFor,
      priceOf: (model) => priceOfCall(model, options.modelPrices),
    }),
  };
}

interface Planned {
  readonly name: string;
  readonly settings: unknown;
  readonly criterion: Readonly<Record<string, unknown>>;
  readonly options: PlanOptions;
}

/** What of a metric is a judge's: all of it, the arguments that are compared by meaning, or nothing. */
function judgedParts(
  definition: MetricDefinition,
  { name, settings, criterion, options }: Planned,
): {
  readonly about: Pick<Metric, "needs" | "control" | "comparesMeaning">;
  readonly judgeFor: JudgeFor | undefined;
} {
  const needs = definition.needsFor?.(settings) ?? definition.needs;
  const judgeFor = judgeAskedBy(name, options.judgeFor);
  if (asksMeaning(definition, settings, options)) {
    const control = meaningControl(options);
    const about = { needs: [...needs, "judge"], comparesMeaning: true } as const;
    return { about: control === undefined ? about : { ...about, control }, judgeFor };
  }
  const control = metricControl(definition, { name, criterion, options });
  // a metric that may ask a judge about arguments, and has none to ask about, asks nobody
  const isSilent = definition.mayCompareMeaning !== undefined;
  return {
    about: control === undefined ? { needs } : { needs, control },
    judgeFor: isSilent ? undefined : judgeFor,
  };
}

/** Whether any of the criteria looks at arguments, so that those of a case may be compared by meaning. */
export function mayCompareMeaning(
  criteria: readonly (readonly [name: string, criterion: unknown])[] = defaultConfig.criteria,
): boolean {
  return criteria.some(([name]) => definitions.get(name)?.mayCompareMeaning !== undefined);
}

/** Whether a metric of calls asks a judge what arguments mean, by its own settings or by those of a case. */
function asksMeaning(
  { mayCompareMeaning, name }: MetricDefinition,
  settings: unknown,
  { byMeaning = false }: PlanOptions,
): boolean {
  if (mayCompareMeaning === undefined) return false;
  // cases have no say in which calls of one tool count
  return mayCompareMeaning(settings) || (byMeaning && name !== "single_tool_use");
}

/**
 * Below a scale that does not begin at 0 nobody means what they wrote: 0.8 of 1 to 5 was meant for another scale, and every score
 * would pass. Other thresholds out of range are planned, as ADK does; a run by them is refused where it begins.
 */
function refuseOtherScale(
  { range, direction }: MetricDefinition,
  name: string,
  threshold: number,
): void {
  if (range.min <= 0 || reachOf(threshold, range, direction) !== "every score passes") return;
  throw new UserFacingError(
    "metric/invalid",
    `The threshold ${threshold} of ${name} lies outside its scores, ${rangeText(range)}: every score passes.`,
    {
      hint: `Choose one from ${rangeText(range)}.`,
      place: { path: pathText(["criteria", name]) },
    },
  );
}

const INCLUDE_INTERMEDIATE = "include_intermediate_responses_in_final";

/** A judge that cannot be had is reported with the metric that asks for it. */
function judgeAskedBy(name: string, judgeFor: JudgeFor | undefined): JudgeFor | undefined {
  return judgeFor === undefined ? undefined : (options) => judgeFor({ ...options, askedBy: name });
}

/** The definition of a built-in metric, by the name configs give it. */
export function metricDefinition(name: string): MetricDefinition | undefined {
  return definitions.get(name);
}

function unknownMetric(name: string, custom: readonly string[] = []): UserFacingError {
  const near = nearest(name, [...definitions.keys(), ...custom]);
  return new UserFacingError("metric/unknown", `There is no metric "${name}".`, {
    hint:
      near === undefined
        ? 'List them with "assay metrics"; metrics of your own belong under "custom_metrics".'
        : `Did you mean "${near}"?`,
    place: { path: pathText(["criteria", name]) },
  });
}

function informing(definition: MetricDefinition): Metric {
  const { name, criterion } = definition;
  const settings = criterion.read({}, new ParseContext());
  return {
    ...about(definition),
    name,
    threshold: undefined,
    criterion: undefined,
    measure: definition.create?.(settings, { name, threshold: undefined }),
  };
}

function about({ version, direction, range, needs }: MetricDefinition) {
  return { version, direction, range, needs };
}
