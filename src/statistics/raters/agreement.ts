import { normalQuantile } from "../distributions/normal.ts";
import type { Interval } from "../interval.ts";

/** How often one rater said row i where the other said column j. */
export type AgreementTable = readonly (readonly number[])[];

export interface Kappa {
  /** Share of items on which both say the same. */
  readonly agreement: number;
  /** Agreement beyond what chance alone would bring; null where nothing is left to chance. */
  readonly kappa: number | null;
  readonly standardError: number | null;
  readonly interval: Interval | null;
}

export type KappaWeights = "none" | "linear" | "quadratic";

/** Cohen's kappa of two raters, with the large-sample interval of Fleiss, Cohen and Everitt. Null without items. */
export function cohenKappa(table: AgreementTable): Kappa | null {
  const shares = sharesOf(table);
  if (shares === null) return null;
  const { cells, rows, columns, total } = shares;
  const agreement = sum(cells.map((row, i) => row[i] ?? 0));
  const chance = sum(rows.map((row, i) => row * (columns[i] ?? 0)));
  if (chance === 1) {
    return { agreement, kappa: null, standardError: null, interval: null };
  }
  const kappa = (agreement - chance) / (1 - chance);
  const term = varianceTerm({ cells, rows, columns, kappa, chance });
  const standardError = term < ROUNDING ? 0 : Math.sqrt(term / total) / (1 - chance);
  const half = normalQuantile(0.975) * standardError;
  const interval = [Math.max(-1, kappa - half), Math.min(1, kappa + half)] as const;
  return {
    agreement,
    kappa,
    standardError,
    interval: total < 2 || standardError === 0 ? null : interval,
  };
}

/** Shares do not add up to the last digit: what is left of a variance of nothing. */
const ROUNDING = 1e-14;

interface VarianceInput extends Shares {
  readonly kappa: number;
  readonly chance: number;
}

function varianceTerm({
  cells,
  rows,
  columns,
  kappa,
  chance,
}: Omit<VarianceInput, "total">): number {
  let same = 0;
  let different = 0;
  for (const [i, row] of cells.entries()) {
    for (const [j, share] of row.entries()) {
      if (i === j) same += share * (1 - ((rows[i] ?? 0) + (columns[i] ?? 0)) * (1 - kappa)) ** 2;
      else different += share * ((columns[i] ?? 0) + (rows[j] ?? 0)) ** 2;
    }
  }
  return same + (1 - kappa) ** 2 * different - (kappa - chance * (1 - kappa)) ** 2;
}

/** Kappa for ordered categories: a near miss counts as half agreement, by steps or by their squares. */
export function weightedKappa(table: AgreementTable, weights: KappaWeights): number | null {
  const shares = sharesOf(table);
  if (shares === null) return null;
  const { cells, rows, columns } = shares;
  let seen = 0;
  let chance = 0;
  for (const [i, row] of cells.entries()) {
    for (const [j, share] of row.entries()) {
      const distance = distanceOf(Math.abs(i - j), weights);
      seen += distance * share;
      chance += distance * (rows[i] ?? 0) * (columns[j] ?? 0);
    }
  }
  return chance === 0 ? null : 1 - seen / chance;
}

function distanceOf(steps: number, weights: KappaWeights): number {
  if (weights === "none") return steps === 0 ? 0 : 1;
  return weights === "linear" ? steps : steps * steps;
}

/** Gwet's AC1: agreement beyond chance that does not collapse where nearly everything is of one kind. */
export function gwetAc1(table: AgreementTable): number | null {
  const shares = sharesOf(table);
  if (shares === null || shares.rows.length < 2) return null;
  const { cells, rows, columns } = shares;
  const agreement = sum(cells.map((row, i) => row[i] ?? 0));
  const means = rows.map((row, i) => (row + (columns[i] ?? 0)) / 2);
  const chance = sum(means.map((mean) => mean * (1 - mean))) / (rows.length - 1);
  return chance === 1 ? null : (agreement - chance) / (1 - chance);
}

interface Shares {
  readonly cells: AgreementTable;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly total: number;
}

function sharesOf(table: AgreementTable): Shares | null {
  const total = sum(table.map(sum));
  if (!Number.isFinite(total)) throw new RangeError("a table of agreement holds counts");
  if (total === 0) return null;
  const cells = table.map((row) => row.map((count) => count / total));
  return {
    cells,
    total,
    rows: cells.map(sum),
    columns: cells.map((_, j) => sum(cells.map((row) => row[j] ?? 0))),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
