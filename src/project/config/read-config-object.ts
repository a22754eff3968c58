import { rememberListed } from "../../agents/secrets/known-secrets.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { MetricDefinition } from "../../core/metric.ts";
import { isSettingsSchema } from "../../core/schema/foreign-schema.ts";
import { isObject, shown } from "../../core/schema/parse-context.ts";
import {
  type CustomMetricFunction,
  customFunctionMetric,
} from "../../metrics/custom/custom-function-metric.ts";
import { completeDefinition, isDefinition, metricSource } from "../metrics/custom-definition.ts";
import { loadCustomMetrics } from "../metrics/load-custom-metric.ts";
import { withMetrics } from "../metrics/metrics-option.ts";
import type { CustomMetricPlan } from "../metrics/plan-metrics.ts";
import { namedModels } from "./named-models.ts";
import { type EvalConfig, readConfig } from "./read-config.ts";

/** Goes the way of a config file, so that a mistake gets the same sentence; code in it is used as it is. */
export async function readConfigObject(given: object, cwd: string): Promise<EvalConfig> {
  if (!isObject(given)) {
    throw new UserFacingError("config/invalid", `A config was expected; this is ${shown(given)}.`, {
      hint: "Give a path, or an object such as { criteria: { response_match_score: 0.8 } }.",
    });
  }
  const whole = withMetrics(given);
  const inHand = metricsInHand(whole.customMetrics ?? whole.custom_metrics);
  const { customMetrics: _, custom_metrics: __, ...plain } = whole;
  const { config: named, models } = namedModels(plain);
  const rest = { ...whole, ...named };
  const config = readConfig(textOf(rest, inHand), { file: "the config" });
  rememberListed(config.secrets ?? []);
  // metrics in hand have no file to look for
  const customMetrics = new Map([...config.customMetrics].filter(([name]) => !inHand.has(name)));
  const loaded = await loadCustomMetrics({ ...config, customMetrics }, cwd);
  const custom = new Map([...config.custom, ...loaded, ...inHand]);
  const judge = typeof config.judgeModel === "string" ? models.get(config.judgeModel) : undefined;
  return {
    ...config,
    customMetrics,
    custom,
    ...(models.size === 0 ? {} : { inHand: models }),
    ...(judge === undefined ? {} : { judgeModel: judge }),
  };
}

function textOf(given: Record<string, unknown>, inHand: ReadonlyMap<string, unknown>): string {
  const { customMetrics, custom_metrics: spelt, ...rest } = given;
  const declared = customMetrics ?? spelt;
  if (!isObject(declared)) return JSON.stringify(given, null, 2);
  const places = Object.entries(declared).map(([name, each]) => [
    name,
    inHand.has(name) ? { code_config: { name } } : each,
  ]);
  return JSON.stringify({ ...rest, custom_metrics: Object.fromEntries(places) }, null, 2);
}

/** Metrics that are values of the program. */
function metricsInHand(declared: unknown): ReadonlyMap<string, CustomMetricPlan> {
  const plans = new Map<string, CustomMetricPlan>();
  for (const [name, value] of Object.entries(isObject(declared) ? declared : {})) {
    const definition = definitionOf(name, value);
    if (definition === undefined) continue;
    plans.set(name, { definition, path: inMemory(value), source: metricSource(value) });
  }
  return plans;
}

function definitionOf(name: string, value: unknown): MetricDefinition | undefined {
  if (isDefinition(value)) return completeDefinition(value, name);
  if (typeof value === "function") {
    return customFunctionMetric({
      name,
      load: async () => value as CustomMetricFunction,
    }) as MetricDefinition;
  }
  // one that cannot be run is planned all the same, and the plan says so
  const isPlannable = isObject(value) && isSettingsSchema(value.criterion) && "needs" in value;
  return isPlannable ? completeDefinition(value as unknown as MetricDefinition, name) : undefined;
}

function inMemory(value: unknown): string {
  const name = (value as { name?: unknown }).name;
  return typeof name === "string" && name !== "" ? `(code) ${name}` : "(code)";
}
