/** What the address of a comparison says. */
export interface CompareSearch {
  /** A, B and more, with commas between them; one alone is compared with its baseline. */
  readonly runs?: string | undefined;
  /** The metric that the verdict is about; the pass rate unless given. */
  readonly metric?: string | undefined;
  /** Of more than two runs, the one that the first is laid beside; counted from 2. */
  readonly beside?: number | undefined;
  readonly show?: Change | undefined;
  readonly set?: string | undefined;
  readonly case?: string | undefined;
  /** True: other runs are being chosen. */
  readonly pick?: boolean | undefined;
}

const changes = ["broke", "fixed", "worse", "better", "not-evaluated", "evaluated"] as const;

export type Change = (typeof changes)[number];

export function readCompareSearch(given: Readonly<Record<string, unknown>>): CompareSearch {
  const { runs, metric, beside, show, set, case: evalId, pick } = given;
  return {
    ...(isSaid(runs) && { runs: `${runs}` }),
    ...(isSaid(metric) && { metric: `${metric}` }),
    ...(typeof beside === "number" && beside > 2 && { beside }),
    ...(isChange(show) && { show }),
    ...(isSaid(set) && { set: `${set}` }),
    ...(isSaid(evalId) && { case: `${evalId}` }),
    ...(pick === true && { pick }),
  };
}

/** An address may hold what looks like a number and is a name. */
function isSaid(value: unknown): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value !== "");
}

function isChange(value: unknown): value is Change {
  return changes.some((each) => each === value);
}
