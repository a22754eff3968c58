import { UserFacingError } from "../../core/errors.ts";
import { nearest } from "../../core/text/nearest.ts";
import { metricDefinitions } from "../../metrics/index.ts";

/** From the least score of a metric to its greatest, before any run has told. */
export function reachOfMetric(metric: string): number {
  const definition = metricDefinitions.find(({ name }) => name === metric);
  const { min = 0, max } = definition?.range ?? {};
  if (definition !== undefined && max !== undefined) return max - min;
  const near = nearest(
    metric,
    metricDefinitions.map(({ name }) => name),
  );
  throw new UserFacingError("metric/unknown", `No earlier run has the metric ${metric}.`, {
    hint:
      definition !== undefined
        ? "Its scores have no upper end, so that only a run tells how far they lie apart: run the set with it once."
        : near === undefined
          ? "A metric of your own is known by the runs that have it: run the set with it once. Others are listed by:  assay metrics"
          : `Did you mean ${near}?`,
  });
}
