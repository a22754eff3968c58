import type { Metric } from "../../core/metric.ts";
import { isObject, ParseContext } from "../../core/schema/parse-context.ts";
import { metricDefinition } from "./plan-metrics.ts";
import { readCriterion } from "./read-criterion.ts";

/** The criterion a planned metric settled on: every setting with its default, in ADK's spelling, without nulls. */
export function resolveCriterion(metric: Metric): Readonly<Record<string, unknown>> | undefined {
  const definition = metric.customFunctionPath === undefined && metricDefinition(metric.name);
  if (!definition || metric.criterion === undefined) return metric.criterion;
  const read = readCriterion(definition, metric.name, metric.criterion, new ParseContext());
  const settings = definition.criterion.write(read.settings, "full");
  const { threshold, include_intermediate_responses_in_final } = metric.criterion;
  return withoutNulls({
    threshold,
    include_intermediate_responses_in_final,
    ...(isObject(settings) ? settings : {}),
  });
}

function withoutNulls(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null && each !== undefined)
      .map(([key, each]) => [key, clean(each)]),
  );
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  return isObject(value) ? withoutNulls(value) : value;
}
