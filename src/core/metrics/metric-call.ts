import { UserFacingError } from "../errors.ts";
import { setOwn } from "../json/set-own.ts";
import type { MetricDefinition } from "../metric.ts";
import { isObject, type JsonSchema, shown } from "../schema/parse-context.ts";
import { camelCase, snakeCase } from "../text/key-case.ts";
import { nearest } from "../text/nearest.ts";

/** A metric with its threshold and settings: what calling a metric gives, for `metrics` of a config. */
export interface ConfiguredMetric {
  // biome-ignore lint/suspicious/noExplicitAny: whatever its settings are, it is a metric
  readonly metric: MetricDefinition<any>;
  /** As it would stand in a config file. */
  readonly criterion: number | Readonly<Record<string, unknown>>;
}

/** A definition that can be called, so that an editor completes its settings. */
export interface CallableMetric<Settings, Criterion> extends MetricDefinition<Settings> {
  (criterion: Criterion): ConfiguredMetric;
}

/** What a metric is called with: the threshold alone, or beside settings. */
export type MetricCriterion<Settings> = number | (Settings & SharedSettings);

/** Settings that every metric has. */
interface SharedSettings {
  readonly threshold: number;
  /** What a pass of this metric is good for; reports show it with a failure. */
  readonly goal?: string;
  readonly includeIntermediateResponsesInFinal?: boolean;
}

const shared = ["threshold", "goal", "include_intermediate_responses_in_final"];

export function callableMetric<Settings, Criterion>(
  definition: MetricDefinition<Settings>,
): CallableMetric<Settings, Criterion> {
  const call = (criterion: unknown): ConfiguredMetric => ({
    metric,
    criterion: criterionOf(definition as MetricDefinition, criterion),
  });
  // a function has a name of its own, which assigning would not change
  const metric: CallableMetric<Settings, Criterion> = Object.defineProperties(
    call,
    Object.getOwnPropertyDescriptors({ ...definition }),
  ) as never;
  return metric;
}

/** Settings in ADK's spelling. Reading a config checks their values; here nothing may get lost on the way there. */
function criterionOf(
  { name, criterion }: MetricDefinition,
  given: unknown,
): ConfiguredMetric["criterion"] {
  if (typeof given === "number") return given;
  if (!isObject(given)) {
    const what = given === undefined ? "without a threshold" : `with ${shown(given)}`;
    throw new UserFacingError("metric/invalid", `The metric ${name} was called ${what}.`, {
      hint: "Call it with a number, or with an object such as { threshold: 0.8 }.",
    });
  }
  const { properties } = criterion.jsonSchema();
  if (!isObject(properties)) return given;
  const known = [...Object.keys(properties), ...shared];
  const strange = Object.keys(given).find((key) => !known.includes(snakeCase(key)));
  if (strange !== undefined) throw noSuchSetting(name, strange, known);
  return snakeKeys(name, given, { properties }) as Readonly<Record<string, unknown>>;
}

function noSuchSetting(name: string, key: string, known: readonly string[]): UserFacingError {
  const near = nearest(snakeCase(key), known);
  const hint =
    near === undefined
      ? `There are ${known.map(camelCase).join(", ")}.`
      : `Did you mean "${camelCase(near)}"?`;
  return new UserFacingError("metric/invalid", `${name} has no setting "${key}".`, { hint });
}

/** Keys that the schema declares, in snake_case; keys that are the user's own stay. */
function snakeKeys(name: string, value: unknown, schema: unknown): unknown {
  if (!isObject(schema)) return value;
  if (Array.isArray(value)) return value.map((each) => snakeKeys(name, each, schema.items));
  const properties = propertiesOf(schema);
  if (properties === undefined || !isPlain(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    if (each === undefined) continue;
    const snake = snakeCase(key);
    const isDeclared = Object.hasOwn(properties, snake) || shared.includes(snake);
    const written = isDeclared ? snake : key;
    if (Object.hasOwn(result, written)) throw givenTwice(name, written);
    const inner = isDeclared ? properties[snake] : undefined;
    setOwn(result, written, snakeKeys(name, each, inner));
  }
  return result;
}

function givenTwice(name: string, key: string): UserFacingError {
  return new UserFacingError("metric/invalid", `${name} is given "${key}" twice.`, {
    hint: `"${camelCase(key)}" and "${key}" are the same setting; keep one of them.`,
  });
}

/** Of an object, or of one that may be null. */
function propertiesOf(schema: JsonSchema): Record<string, unknown> | undefined {
  if (isObject(schema.properties)) return schema.properties;
  const [first] = Array.isArray(schema.anyOf) ? (schema.anyOf as readonly unknown[]) : [];
  return isObject(first) && isObject(first.properties) ? first.properties : undefined;
}

/** An AI SDK model is an object too, and is left alone. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
