import { UserFacingError } from "../../core/errors.ts";
import { setOwn } from "../../core/json/set-own.ts";
import type { ConfiguredMetric } from "../../core/metrics/metric-call.ts";
import { isObject, shown } from "../../core/schema/parse-context.ts";
import { isDefinition } from "./custom-definition.ts";
import { metricDefinition } from "./plan-metrics.ts";

type Config = Readonly<Record<string, unknown>>;

/** A config whose `metrics`, each called with its threshold, are written as files write them: under `criteria`, and metrics of one's own as custom ones. */
export function withMetrics(given: Config): Config {
  const { metrics, ...config } = given;
  if (metrics === undefined) return config;
  if (!Array.isArray(metrics)) {
    throw invalid(`metrics is ${shown(metrics)}; an array was expected.`, "metrics");
  }
  const declared = config.customMetrics ?? config.custom_metrics;
  const criteria: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  if (isObject(config.criteria)) Object.assign(criteria, config.criteria);
  if (isObject(declared)) Object.assign(custom, declared);
  for (const [index, each] of metrics.entries()) {
    const { metric, criterion } = configured(each, `metrics[${index}]`);
    const { name } = metric;
    const isBuiltIn = metricDefinition(name) === metric;
    const other = Object.hasOwn(custom, name) ? custom[name] : undefined;
    if (Object.hasOwn(criteria, name) || (other !== undefined && other !== metric)) {
      throw new UserFacingError("config/invalid", `The metric ${name} is given twice.`, {
        hint: "Keep one of them; two metrics need two names.",
        place: { path: `metrics[${index}]` },
      });
    }
    setOwn(criteria, name, criterion);
    if (!isBuiltIn) setOwn(custom, name, metric);
  }
  const { customMetrics: _, custom_metrics: __, ...rest } = config;
  return {
    ...rest,
    criteria,
    ...(Object.keys(custom).length > 0 ? { customMetrics: custom } : {}),
  };
}

function configured(value: unknown, place: string): ConfiguredMetric {
  if (isObject(value) && isDefinition(value.metric) && value.criterion !== undefined) {
    return value as unknown as ConfiguredMetric;
  }
  if (isDefinition(value)) {
    throw invalid(`${place} is the metric ${value.name} without a threshold.`, place);
  }
  const what = typeof value === "function" ? "a function" : shown(value);
  throw invalid(`${place} is ${what}; a metric that was called was expected.`, place);
}

function invalid(message: string, place: string): UserFacingError {
  return new UserFacingError("config/invalid", message, {
    hint: "Call metrics with what is asked of them: metrics: [responseMatch({ threshold: 0.8 })].",
    place: { path: place },
  });
}
