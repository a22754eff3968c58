import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UserFacingError } from "../core/errors.ts";
import type { MetricDefinition } from "../core/metric.ts";
import { isObject, shown } from "../core/shape.ts";
import {
  type CustomMetricFunction,
  customFunctionMetric,
} from "../metrics/custom-function-metric.ts";
import type { Criteria } from "./criteria.ts";
import type { ConfigInput } from "./define-config.ts";
import { loadCustomMetrics } from "./load-custom-metric.ts";
import type { CustomMetricPlan } from "./plan-metrics.ts";
import { type EvalConfig, readConfig, readConfigFile } from "./read-config.ts";

/** What to measure by: a config file, a config, or the criteria alone. */
export interface ConfigChoice {
  // biome-ignore lint/suspicious/noExplicitAny: whatever metrics of its own a config has, it is a config
  readonly config?: string | URL | ConfigInput<any> | undefined;
  /** Short for a config with nothing else in it. */
  readonly criteria?: Criteria | undefined;
}

/** Reads whichever was given; undefined when nothing was. */
export async function takeConfig(
  { config, criteria }: ConfigChoice,
  cwd: string,
): Promise<EvalConfig | undefined> {
  if (config !== undefined && criteria !== undefined) {
    throw new UserFacingError("config/invalid", "Both config and criteria are given.", {
      hint: "Put the criteria into the config, or leave the config out.",
    });
  }
  if (typeof config === "string") return readConfigFile(resolve(cwd, config));
  if (config instanceof URL) return readConfigFile(fileURLToPath(config));
  const given = criteria === undefined ? config : { criteria };
  return given === undefined ? undefined : readConfigObject(given, cwd);
}

/** Goes the way of a config file, so that a mistake gets the same sentence; code in it is taken as it is. */
async function readConfigObject(given: object, cwd: string): Promise<EvalConfig> {
  if (!isObject(given)) {
    throw new UserFacingError("config/invalid", `A config was expected; this is ${shown(given)}.`, {
      hint: "Give a path, or an object such as { criteria: { response_match_score: 0.8 } }.",
    });
  }
  const inHand = metricsInHand(given.customMetrics ?? given.custom_metrics);
  const config = readConfig(textOf(given, inHand), { file: "the config" });
  const named = [...config.customMetrics].filter(([name]) => !inHand.has(name));
  const loaded = await loadCustomMetrics({ ...config, customMetrics: new Map(named) }, cwd);
  return { ...config, custom: new Map([...config.custom, ...loaded, ...inHand]) };
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
    if (definition !== undefined) plans.set(name, { definition, path: inMemory(value) });
  }
  return plans;
}

function definitionOf(name: string, value: unknown): MetricDefinition | undefined {
  if (typeof value === "function") {
    return customFunctionMetric({
      name,
      load: async () => value as CustomMetricFunction,
    }) as MetricDefinition;
  }
  const isDefinition = isObject(value) && isObject(value.criterion) && "needs" in value;
  return isDefinition ? { ...(value as unknown as MetricDefinition), name } : undefined;
}

function inMemory(value: unknown): string {
  const name = (value as { name?: unknown }).name;
  return typeof name === "string" && name !== "" ? `(code) ${name}` : "(code)";
}
