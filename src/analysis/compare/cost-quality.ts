import type {
  Comparison,
  CostQuality,
  FigureSide,
  MedianSide,
  RunsCompared,
} from "../../core/analysis/comparison.ts";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { RunTable, TableCase } from "../../core/folds/run-table.ts";
import { SCHEMA_VERSION } from "../../core/run.ts";
import { sumOf } from "../../statistics/means/sums.ts";
import { wilson } from "../../statistics/rates/wilson.ts";
import { meanScore, passedShare } from "../case-values.ts";
import { meanOfCases } from "../mean-of-cases.ts";
import { efficiencyFigures, medianSide } from "./compare-efficiency.ts";
import { comparedRun } from "./compare-runs.ts";

/** What quality costs in each of several runs, over the cases that all of them evaluated. */
export function costQuality(
  tables: readonly RunTable[],
  comparisons: readonly Comparison[],
): RunsCompared {
  const common = commonCases(tables);
  const rows = tables.map((table) => {
    const cases = table.cases.filter((each) => common.has(caseKeyOf(each)));
    return rowOf(table, cases);
  });
  return {
    schemaVersion: SCHEMA_VERSION,
    cases: common.size,
    runs: rows.map((row) => ({ ...row, dominated: rows.some((other) => beats(other, row)) })),
    comparisons,
  };
}

function commonCases(tables: readonly RunTable[]): ReadonlySet<string> {
  const [first, ...others] = tables.map(
    ({ cases }) =>
      new Set(cases.flatMap((each) => (passedShare(each) === null ? [] : [caseKeyOf(each)]))),
  );
  return new Set([...(first ?? [])].filter((key) => others.every((keys) => keys.has(key))));
}

type Row = Omit<CostQuality, "dominated">;

function rowOf(table: RunTable, cases: readonly TableCase[]): Row {
  const side = (name: (typeof efficiencyFigures)[number]["name"]): MedianSide | null => {
    const metric = efficiencyFigures.find((each) => each.name === name)?.metric;
    const place = table.metrics.findIndex((each) => each.name === metric);
    const values = cases.flatMap((each) => meanScore(each, place) ?? []);
    return values.length === 0 ? null : medianSide(values);
  };
  return {
    ...comparedRun(table),
    passRate: rateOf(table, cases),
    cost: side("cost"),
    tokens: side("tokens"),
    latency: side("latency"),
  };
}

function rateOf({ about }: RunTable, cases: readonly TableCase[]): FigureSide {
  const shares = cases.map((each) => passedShare(each) ?? 0);
  const n = shares.length;
  if (n === 0) return { mean: null, n, interval: null };
  const isClustered = cases.some(({ cluster }) => cluster !== undefined);
  const passed = sumOf(shares);
  if (about.trials === 1 && !isClustered) {
    return { mean: passed / n, n, interval: wilson(passed, n) };
  }
  const values = cases.map((each, at) => ({ ...each, value: shares[at] ?? 0 }));
  return meanOfCases(values, { min: 0, max: 1 }) ?? { mean: null, n, interval: null };
}

/** By money where it is known of both, else by tokens, else by time. */
function beats(one: Row, other: Row): boolean {
  const [rate, otherRate] = [one.passRate.mean, other.passRate.mean];
  const price = priceOf(one, other);
  if (one === other || rate === null || otherRate === null || price === undefined) return false;
  const [cost, otherCost] = price;
  if (rate < otherRate || cost > otherCost) return false;
  return rate > otherRate || cost < otherCost;
}

function priceOf(one: Row, other: Row): readonly [number, number] | undefined {
  for (const figure of ["cost", "tokens", "latency"] as const) {
    const [left, right] = [one[figure]?.median ?? null, other[figure]?.median ?? null];
    if (left !== null && right !== null) return [left, right];
  }
  return undefined;
}
