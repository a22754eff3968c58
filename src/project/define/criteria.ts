import type { Criterion, MetricName } from "../../metrics/metric-settings.ts";

/** Metrics and their thresholds. */
export type Criteria = { readonly [Name in MetricName]?: Criterion<Name> };

/** A criterion of a metric of your own: settings it reads itself may stand beside the threshold. */
export type CustomCriterion =
  | number
  | { readonly threshold: number; readonly [key: string]: unknown };
