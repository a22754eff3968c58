import type { MetricDefinition } from "../core/metric.ts";
import { freeObject } from "../core/shape.ts";
import type { CustomMetricConfig } from "./config-shape.ts";

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

/** The text of a function; nothing that the function itself says of it is asked. */
export function sourceOf(value: unknown): string | undefined {
  return typeof value === "function" ? Function.prototype.toString.call(value) : undefined;
}

/** Where the code of a custom metric is, as the config names it. */
export function customPath({ codeConfig, command }: CustomMetricConfig): string {
  return codeConfig?.name ?? command?.join(" ") ?? "";
}
