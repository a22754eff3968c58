import type { MetricDefinition } from "../../core/metric.ts";
import { completeMetric } from "../../core/metrics/define-metric.ts";
import { isSettingsSchema } from "../../core/schema/foreign-schema.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { freeObject } from "../../core/schema/schema.ts";
import type { CustomMetricConfig } from "../config/config-parts.ts";

/** What a config alone says of a custom metric. Without its code it can be planned and not run. */
export function customDefinition(name: string, config: CustomMetricConfig): MetricDefinition {
  const { metricInfo, direction } = config;
  const interval = metricInfo?.metricValueInfo?.interval;
  return {
    name,
    description: metricInfo?.description ?? config.description,
    version: 1,
    range: { min: interval?.minValue ?? 0, max: interval?.maxValue ?? 1 },
    direction,
    needs: [],
    criterion: freeObject,
  } as MetricDefinition;
}

/** Whether a value is a definition: made by `defineMetric`, and then a function too, or written out in plain JavaScript. */
export function isDefinition(found: unknown): found is MetricDefinition {
  if (typeof found !== "function" && !isObject(found)) return false;
  const { measure, create, criterion } = found as Partial<Record<string, unknown>>;
  if (typeof create !== "function" && typeof measure !== "function") return false;
  return criterion === undefined || isSettingsSchema(criterion);
}

/** A definition in plain JavaScript may leave out what has a default. */
export function completeDefinition(found: MetricDefinition, name: string): MetricDefinition {
  return { ...completeMetric(found), name };
}

/** The text of a function; nothing that the function itself says of it is asked. */
export function sourceOf(value: unknown): string | undefined {
  return typeof value === "function" ? Function.prototype.toString.call(value) : undefined;
}

/** The text of the code that a metric measures by; calling a definition is our code and says nothing. */
export function metricSource(value: unknown): string | undefined {
  if (!isDefinition(value)) return sourceOf(value);
  return sourceOf((value as { measure?: unknown }).measure ?? value.create);
}

/** Where the code of a custom metric is, as the config names it. */
export function customPath({ codeConfig, command }: CustomMetricConfig): string {
  return codeConfig?.name ?? command?.join(" ") ?? "";
}
