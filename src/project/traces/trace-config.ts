import { isObject } from "../../core/schema/parse-context.ts";
import { withCriteria } from "../config/asked-criteria.ts";
import type { EvalConfig } from "../config/read-config.ts";
import { metricDefinition } from "../metrics/plan-metrics.ts";

/** What traces are measured by, as far as flags say it. */
export interface TraceMetrics {
  readonly metrics: readonly string[];
  readonly threshold?: number | undefined;
  readonly matchType?: string | undefined;
}

interface Place {
  /** Of the config. */
  readonly path: string | undefined;
  readonly cwd: string;
}

const TRAJECTORY = "tool_trajectory_avg_score";

/** What a metric must reach unless somebody says otherwise. */
const USUAL_THRESHOLD = 0.5;

/**
 * Metrics by their names, with one threshold for all; the trajectory alone where none is named. Beside a config they stand
 * in the place of what it says of them, or are added; without names, threshold and match type hold for its built-in metrics.
 */
export async function traceConfig(
  config: EvalConfig | undefined,
  flags: TraceMetrics,
  place: Place,
): Promise<EvalConfig> {
  if (config === undefined) return await withCriteria(undefined, criteriaOf(flags), place);
  if (flags.metrics.length > 0) {
    const named = new Set(flags.metrics);
    const rest = config.criteria.filter(([name]) => !named.has(name));
    const custom = new Map([...config.custom].filter(([name]) => !named.has(name)));
    const criteria = { ...Object.fromEntries(rest), ...criteriaOf(flags) };
    return await withCriteria({ ...config, custom }, criteria, place);
  }
  if (flags.threshold === undefined && flags.matchType === undefined) return config;
  const changed = config.criteria.map(([name, criterion]) =>
    config.custom.has(name) ? [name, criterion] : [name, overridden(name, criterion, flags)],
  );
  return await withCriteria(config, Object.fromEntries(changed), place);
}

function criteriaOf({ metrics, threshold, matchType }: TraceMetrics) {
  const names = metrics.length === 0 ? [TRAJECTORY] : metrics;
  // counts and times inform by themselves, and have no threshold that would fit others too
  const deciding = names.filter((name) => metricDefinition(name)?.informational !== true);
  const asked = deciding.length === 0 && threshold !== undefined ? names : deciding;
  const criteria = asked.map((name) => [
    name,
    overridden(name, threshold ?? USUAL_THRESHOLD, { matchType }),
  ]);
  return Object.fromEntries(criteria) as Readonly<Record<string, unknown>>;
}

function overridden(
  name: string,
  criterion: unknown,
  { threshold, matchType }: Pick<TraceMetrics, "threshold" | "matchType">,
): unknown {
  const before = isObject(criterion) ? criterion : { threshold: criterion };
  return {
    ...before,
    ...(threshold === undefined ? {} : { threshold }),
    ...(name === TRAJECTORY && matchType !== undefined ? { match_type: matchType } : {}),
  };
}
