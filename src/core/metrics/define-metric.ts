import type { MeasureFunction, MetricDefinition, MetricInput, MetricSetup } from "../metric.ts";
import type { MetricOutcome, ScoredOutcome } from "../metric-outcome.ts";
import { schemaOf } from "../schema/foreign-schema.ts";
import { object } from "../schema/object-schema.ts";
import { isObject, type Schema } from "../schema/parse-context.ts";
import type { StandardSchema } from "../schema/standard-schema.ts";
import { checkMetricSpec } from "./check-metric-spec.ts";
import { type CallableMetric, callableMetric, type MetricCriterion } from "./metric-call.ts";

/** What a metric may answer: a score, whether it holds (1 or 0), a score and why, or an outcome. */
export type MetricAnswer = number | boolean | ScoreAnswer | MetricOutcome;

/** A score with what explains it. */
interface ScoreAnswer extends Partial<Omit<ScoredOutcome, "kind" | "score">> {
  readonly kind?: undefined;
  readonly score: number;
}

/** A metric as its author writes it: a name and how it is measured are enough. */
export type MetricSpec<Settings, Input = unknown> = Partial<
  Omit<MetricDefinition<Settings>, "name" | "criterion" | "create">
> & {
  readonly name: string;
  /** Settings beside `threshold`: our own schemas, or one of zod, valibot, arktype or any other Standard Schema. */
  readonly criterion?: StandardSchema<Input, Settings> | undefined;
} & (
    | {
        /** Asked once a conversation, now or later. */
        readonly measure: (
          input: MetricInput,
          settings: Settings,
          setup: MetricSetup,
        ) => MetricAnswer | Promise<MetricAnswer>;
        readonly create?: undefined;
      }
    | {
        /** Prepares what is asked once a conversation; undefined where these settings cannot be measured by. */
        readonly create: (settings: Settings, setup: MetricSetup) => PlainMeasure | undefined;
        readonly measure?: undefined;
      }
  );

type PlainMeasure = (input: MetricInput) => MetricAnswer | Promise<MetricAnswer>;

/** No setting but the threshold. */
export type NoSettings = Readonly<Record<never, never>>;

/** What a call may say beside the threshold: what the schema accepts; of our own schemas, what they give. */
type SettingsInput<Settings, Input> = unknown extends Input ? Partial<Settings> : Input;

/**
 * A metric of your own. It scores from 0 to 1 and higher is better, unless it says otherwise. Call it to use it.
 *
 * @example
 * const brief = defineMetric({ name: "brief", measure: ({ actual }) => actual.length < 4 });
 * await evaluate(agent, evalSet, { metrics: [brief({ threshold: 1 })] });
 */
export function defineMetric<Settings = NoSettings, Input = unknown>(
  spec: MetricSpec<Settings, Input>,
): CallableMetric<Settings, MetricCriterion<SettingsInput<Settings, Input>>> {
  checkMetricSpec(spec);
  return callableMetric(completeMetric(spec));
}

/** Everything that may be left out, filled in. */
export function completeMetric<Settings>(
  spec: MetricSpec<Settings> | MetricDefinition<Settings>,
): MetricDefinition<Settings> {
  const { measure } = spec as { measure?: MeasureWithSettings<Settings> };
  return {
    ...spec,
    description: spec.description ?? "",
    version: spec.version ?? 1,
    range: spec.range ?? { min: 0, max: 1 },
    direction: spec.direction ?? "higher",
    needs: spec.needs ?? [],
    criterion: spec.criterion === undefined ? noSettings(spec.name) : schemaOf(spec.criterion),
    create:
      spec.create === undefined ? measure && measuredBy(measure) : answeringPlainly(spec.create),
  };
}

type MeasureWithSettings<Settings> = (
  input: MetricInput,
  settings: Settings,
  setup: MetricSetup,
) => MetricAnswer | Promise<MetricAnswer>;

function measuredBy<Settings>(
  measure: MeasureWithSettings<Settings>,
): (settings: Settings, setup: MetricSetup) => MeasureFunction {
  return (settings, setup) => async (input) => asOutcome(await measure(input, settings, setup));
}

/** What was prepared may answer as shortly as `measure`. */
function answeringPlainly<Settings>(
  create: (settings: Settings, setup: MetricSetup) => PlainMeasure | undefined,
): (settings: Settings, setup: MetricSetup) => MeasureFunction | undefined {
  return (settings, setup) => {
    const measure = create(settings, setup);
    return measure && (async (input) => asOutcome(await measure(input)));
  };
}

/** Anything else than these is reported by whoever guards the metric. */
function asOutcome(answer: MetricAnswer): MetricOutcome {
  if (typeof answer === "number" || typeof answer === "boolean") {
    return { kind: "scored", score: Number(answer), perInvocation: [] };
  }
  const isScore = isObject(answer) && answer.kind === undefined && "score" in answer;
  return isScore ? { perInvocation: [], ...answer, kind: "scored" } : (answer as MetricOutcome);
}

function noSettings<Settings>(name: string): Schema<Settings> {
  const schema = object<object>({}, { expected: `a criterion of ${name}`, unknown: "refuse" });
  return schema as Schema<unknown> as Schema<Settings>;
}
