import { metricDefinitions } from "../../metrics/index.ts";
import type { EvalConfig } from "../config/read-config.ts";
import { readConfigObject } from "../config/read-config-object.ts";

/** What traces are measured by, where flags say it and no config. */
export interface TraceMetrics {
  readonly metrics: readonly string[];
  readonly threshold?: number | undefined;
  readonly matchType?: string | undefined;
}

const TRAJECTORY = "tool_trajectory_avg_score";

/** What a metric must reach unless somebody says otherwise. */
const USUAL_THRESHOLD = 0.5;

/** Metrics by their names, with one threshold for all; the trajectory alone where none is named. */
export async function traceConfig(
  { metrics, threshold = USUAL_THRESHOLD, matchType }: TraceMetrics,
  cwd: string,
): Promise<EvalConfig> {
  const names = metrics.length === 0 ? [TRAJECTORY] : metrics;
  // counts and times inform by themselves, and have no threshold that would fit all
  const informing = new Set(
    metricDefinitions.flatMap(({ name, informational }) => (informational ? [name] : [])),
  );
  const criteria = names
    .filter((name) => !informing.has(name))
    .map((name) => [
      name,
      name === TRAJECTORY && matchType !== undefined
        ? { threshold, match_type: matchType }
        : { threshold },
    ]);
  return await readConfigObject({ criteria: Object.fromEntries(criteria) }, cwd);
}
