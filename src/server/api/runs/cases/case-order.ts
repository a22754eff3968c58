import type { MatrixRow } from "../../../../core/folds/matrix.ts";
import { naturalOrder } from "../../../../core/text/natural-order.ts";
import type { CaseFigures } from "./case-figures.ts";

/** A case of a run as lists show it. */
export type CaseRow = MatrixRow & CaseFigures;

export const caseOrders = [
  "plan",
  "status",
  "case",
  "latency",
  "cost",
  "tokens",
  "seconds",
  "score",
] as const;

export type CaseOrder = (typeof caseOrders)[number];

type Compare = (a: CaseRow, b: CaseRow) => number;

/** What somebody looks for first comes first: what failed, the lowest score, what took the most. */
export function compareCases(order: CaseOrder, metric: number): Compare {
  const byOrder = comparisons[order](metric);
  return (a, b) => byOrder(a, b) || a.index - b.index;
}

const comparisons: Readonly<Record<CaseOrder, (metric: number) => Compare>> = {
  plan: () => () => 0,
  status: () => (a, b) => badnessOf(a) - badnessOf(b),
  case: () => (a, b) => naturalOrder(a.evalId, b.evalId) || naturalOrder(a.evalSetId, b.evalSetId),
  latency: () => mostFirst(({ latency }) => latency),
  cost: () => mostFirst(({ cost }) => cost),
  tokens: () => mostFirst(({ tokens }) => tokens),
  seconds: () => mostFirst(({ seconds }) => seconds),
  score: (metric) => (a, b) => order(scoreOf(a, metric), scoreOf(b, metric)),
};

const badness = { failed: 0, "not-evaluated": 2, passed: 4 };

/** Failed, then what disagreed with itself, then what nobody knows, pending, passed. */
function badnessOf({ status, flaky }: CaseRow): number {
  if (status === undefined) return 3;
  return flaky && status === "passed" ? badness.passed - 0.5 : badness[status];
}

/** Cases of which nothing is known come last. */
function mostFirst(pick: (row: CaseRow) => number | undefined): Compare {
  return (a, b) =>
    order(-(pick(a) ?? Number.NEGATIVE_INFINITY), -(pick(b) ?? Number.NEGATIVE_INFINITY));
}

function scoreOf({ cells }: CaseRow, metric: number): number {
  return cells[metric]?.score ?? Number.POSITIVE_INFINITY;
}

/** A difference of infinities is no number. */
function order(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
