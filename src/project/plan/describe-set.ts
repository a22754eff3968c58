import type { Metric } from "../../core/metric.ts";
import type { MetricSetting, RunSet } from "../../core/run-info.ts";
import { handedConfigHash } from "../config/config-hash.ts";
import { judgeOfRun } from "../models/judge-of-run.ts";
import type { RunRequest } from "./eval-request.ts";
import type { PlannedSet } from "./plan-cases.ts";

/** One set as the run's record keeps it. */
export function describeSet(set: PlannedSet, request: RunRequest): RunSet {
  const { source, evalSetId, selected, metrics, configPath } = set;
  const { name, description } = source.header;
  const judge = judgeOfRun(request, set.models);
  const { modelPrices } = set.models;
  const secrets = set.config?.secrets;
  return {
    evalSetId,
    name,
    description,
    path: source.path,
    hash: source.hashOf(selected),
    caseCount: selected.length,
    ...(set.quarantined.length === 0 ? {} : { quarantined: set.quarantined }),
    config: {
      path: configPath,
      hash: configPath === undefined ? handedConfigHash(set.config) : undefined,
      metrics: metrics.map(describeMetric),
      ...(metrics.some((each) => each.comparesMeaning === true) ? { comparesMeaning: true } : {}),
      ...(judge === undefined ? {} : { judge }),
      ...(modelPrices === undefined ? {} : { modelPrices }),
      ...(secrets === undefined ? {} : { secrets }),
    },
  };
}

export function describeMetric(metric: Metric): MetricSetting {
  const { name, version, threshold, direction, range, criterion, customFunctionPath, goal } =
    metric;
  return { name, version, threshold, direction, range, criterion, customFunctionPath, goal };
}
