import { UserFacingError } from "../errors.ts";
import type { MeasureFunction, MetricDefinition, MetricInput, MetricSetup } from "../metric.ts";
import type { MetricOutcome } from "../metric-outcome.ts";
import { isSettingsSchema, schemaOf } from "../schema/foreign-schema.ts";
import { object, type Schema, shown } from "../schema/schema.ts";
import type { StandardSchema } from "../schema/standard-schema.ts";
import { nearest } from "../text/nearest.ts";
import { type CallableMetric, callableMetric, type MetricCriterion } from "./metric-call.ts";

/** What a metric may answer: a score, whether it holds (1 or 0), or an outcome. */
export type MetricAnswer = number | boolean | MetricOutcome;

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
    | { readonly create: MetricDefinition<Settings>["create"]; readonly measure?: undefined }
  );

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
  checkSpec(spec);
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
    create: spec.create ?? (measure && measuredBy(measure)),
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

/** Anything else than these is reported by whoever guards the metric. */
function asOutcome(answer: MetricAnswer): MetricOutcome {
  if (typeof answer !== "number" && typeof answer !== "boolean") return answer;
  return { kind: "scored", score: Number(answer), perInvocation: [] };
}

function noSettings<Settings>(name: string): Schema<Settings> {
  const schema = object<object>({}, { expected: `a criterion of ${name}`, unknown: "refuse" });
  return schema as Schema<unknown> as Schema<Settings>;
}

const known = [
  "name",
  "measure",
  "description",
  "version",
  "range",
  "direction",
  "needs",
  "needsFor",
  "informational",
  "criterion",
  "madeOf",
  "create",
];

/** For programs that no compiler checks. */
function checkSpec(spec: object): void {
  const { name, measure, create, criterion, direction } = spec as Record<string, unknown>;
  if (typeof name !== "string" || name === "") {
    throw invalid(`defineMetric was given ${shown(name)} as a name.`, 'Write name: "brevity".');
  }
  checkKeys(name, spec);
  if (measure !== undefined && create !== undefined) {
    throw invalid(`The metric ${name} has both measure and create.`, "Keep measure.");
  }
  if (typeof (measure ?? create) !== "function") {
    const hint = "Write measure: ({ actual }) => … and return a number, a boolean or an outcome.";
    throw invalid(`The metric ${name} has no function that measures.`, hint);
  }
  if (criterion !== undefined && !isSettingsSchema(criterion)) {
    const hint = "Describe its settings by object(…), or by a schema of zod, valibot or arktype.";
    throw invalid(`The criterion of ${name} is no schema.`, hint);
  }
  if (direction !== undefined && direction !== "higher" && direction !== "lower") {
    const hint = 'Write "higher" or "lower", whichever is better.';
    throw invalid(`The direction of ${name} is ${shown(direction)}.`, hint);
  }
}

function checkKeys(name: string, spec: object): void {
  const strange = Object.keys(spec).find((key) => !known.includes(key));
  if (strange === undefined) return;
  const near = nearest(strange, known);
  const hint = near === undefined ? `There are ${known.join(", ")}.` : `Did you mean ${near}?`;
  throw invalid(`The metric ${name} has a key "${strange}", which means nothing.`, hint);
}

function invalid(message: string, hint: string): UserFacingError {
  return new UserFacingError("metric/invalid", message, { hint });
}
