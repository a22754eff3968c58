import { UserFacingError } from "../../core/errors.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { TrialValues } from "./spread-of-runs.ts";

/** What a plan is about: the pass rate, or the mean of a metric. */
export interface PlannedFigure {
  /** Those of the runs that have it. */
  readonly runs: readonly RunTable[];
  readonly valuesOf: TrialValues;
  /** From its least to its greatest value. */
  readonly reach: number;
}

export function plannedFigure(
  runs: readonly RunTable[],
  metric: string | undefined,
  knownReach = 1,
): PlannedFigure {
  if (metric === undefined) return { runs, valuesOf: verdictsOf, reach: 1 };
  const having = runs.filter((run) => placeOf(run, metric) !== -1);
  const [newest] = having;
  if (newest === undefined && runs.length > 0) throw unknownMetric(metric, runs);
  const { min = 0, max = 1 } = newest?.metrics[placeOf(newest, metric)]?.range ?? {};
  return {
    runs: having,
    reach: newest === undefined ? knownReach : max - min,
    valuesOf: ({ trials }, run) =>
      trials.flatMap(({ scores }) => scores[placeOf(run, metric)] ?? []),
  };
}

const verdictsOf: TrialValues = ({ trials }) =>
  trials.flatMap(({ status }) => (status === "not-evaluated" ? [] : [status === "passed" ? 1 : 0]));

function placeOf({ metrics }: RunTable, name: string): number {
  return metrics.findIndex((metric) => metric.name === name);
}

function unknownMetric(metric: string, runs: readonly RunTable[]): UserFacingError {
  const names = [...new Set(runs.flatMap(({ metrics }) => metrics.map(({ name }) => name)))];
  const near = nearest(metric, names);
  return new UserFacingError("metric/unknown", `No earlier run has the metric ${metric}.`, {
    hint: near === undefined ? `They have ${names.join(", ")}.` : `Did you mean ${near}?`,
  });
}
