import { UserFacingError } from "../../core/errors.ts";
import type { RunTable, TableMetric } from "../../core/folds/run-table.ts";
import { nearest } from "../../core/text/nearest.ts";

/** A metric of both runs, and its place in each. */
export interface SharedMetric {
  readonly setting: TableMetric;
  readonly inA: number;
  readonly inB: number;
}

/** What both runs asked and let decide, in the order of B; and the one that is asked for, which need not decide. */
export function sharedMetrics(
  a: RunTable,
  b: RunTable,
  wanted?: string | undefined,
): readonly SharedMetric[] {
  const shared = b.metrics.flatMap((setting, inB) => {
    const inA = a.metrics.findIndex(({ name }) => name === setting.name);
    const decides = !setting.informational || a.metrics[inA]?.informational === false;
    return inA !== -1 && (decides || setting.name === wanted) ? [{ setting, inA, inB }] : [];
  });
  if (wanted !== undefined && !shared.some(({ setting }) => setting.name === wanted)) {
    throw notShared(wanted, a, b);
  }
  return shared;
}

function notShared(wanted: string, a: RunTable, b: RunTable): UserFacingError {
  const namesOf = ({ metrics }: RunTable) => metrics.map(({ name }) => name);
  const [inA, inB] = [namesOf(a), namesOf(b)];
  const both = inA.filter((name) => inB.includes(name));
  const near = nearest(wanted, both);
  const had = [...(inA.includes(wanted) ? ["A"] : []), ...(inB.includes(wanted) ? ["B"] : [])];
  const what =
    had.length === 1
      ? `Only ${had[0]} has the metric ${wanted}, so it cannot be compared.`
      : `Neither run has a metric ${wanted}.`;
  const list =
    both.length === 0 ? "They have no metric in common." : `Both have ${both.join(", ")}.`;
  return new UserFacingError("metric/unknown", what, {
    hint: near === undefined ? list : `Did you mean ${near}?`,
  });
}
