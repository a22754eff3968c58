import type { MetricDefinition, MetricRead } from "../core/metric.ts";
import { type CallableMetric, callableMetric } from "../core/metrics/metric-call.ts";
import type { Criterion, MetricName } from "./metric-settings.ts";

/** A metric of ours, called with the settings that its name stands for in a config. */
export type BuiltInMetric<Name extends MetricName, Settings> = CallableMetric<
  Settings,
  Criterion<Name>
>;

/** Keeps the criterion's type while definitions of different criteria share one table. */
export function builtInMetric<const Name extends MetricName, Settings>(
  definition: MetricDefinition<Settings> & {
    readonly name: Name;
    readonly reads: readonly MetricRead[];
  },
): BuiltInMetric<Name, Settings> {
  return callableMetric(definition);
}
