import type { Comparison, ComparisonVerdict } from "../../core/analysis/comparison.ts";
import { figurePlaces, MOST_PLACES } from "../../core/text/figure-places.ts";
import { metricName } from "../../core/text/metric-name.ts";
import type { SafeText } from "../text/safe-text.ts";
import {
  changeText,
  efficiencyNames,
  efficiencyUnit,
  type FigureUnit,
  pText,
  rangeText,
  rateUnit,
  scoreUnit,
  valueText,
  verdictWords,
} from "./figure-text.ts";

/** A line of the table: what, in A, in B, the difference, its interval, p, won/lost/tie and a word. */
export interface FigureRow {
  readonly cells: readonly string[];
  readonly verdict: ComparisonVerdict | undefined;
}

export const figureHead: readonly string[] = ["A", "B", "B − A", "95 % interval", "p", "w/l/tie"];

/** The pass rate and every metric, with at most so many places; p is the one that counts for many questions. */
export function figureRows(
  compared: Comparison,
  say: SafeText,
  most = MOST_PLACES,
): readonly FigureRow[] {
  const { passRate, metrics, warnings } = compared;
  // cases that were chosen by how they came out tell nothing, however many they are
  const isTold = !warnings.some(({ kind }) => kind === "chosen-cases");
  const rows = [
    rowOf("pass rate", { ...passRate, verdict: rateVerdict(compared) }, rateUnit),
    ...metrics.map((metric) =>
      rowOf(say.line(metricName(metric.name)), metric, unitOf(metric, most)),
    ),
  ];
  return isTold ? rows : rows.map(withoutWord);
}

function withoutWord({ cells }: FigureRow): FigureRow {
  return { cells: [...cells.slice(0, -1), ""], verdict: undefined };
}

function unitOf({ a, b, difference }: Comparison["passRate"], most: number): FigureUnit {
  const places = figurePlaces(difference.interval, a.mean, b.mean, difference.estimate);
  return scoreUnit(Math.min(most, places));
}

/** Medians: what a case or a turn takes. No word, since less is not always worth it. */
export function efficiencyRows(
  { efficiency }: Comparison,
  names: typeof efficiencyNames = efficiencyNames,
): readonly FigureRow[] {
  return efficiency.map(({ name, a, b, difference, wins, losses, ties }) => {
    const unit = efficiencyUnit(name);
    return {
      verdict: undefined,
      cells: [
        names[name],
        valueText(a.median, unit),
        valueText(b.median, unit),
        changeText(difference.estimate, unit),
        rangeText(difference.interval, unit),
        pText(difference.p),
        `${wins}/${losses}/${ties}`,
        "",
      ],
    };
  });
}

/** With `--metric` the verdict is about another row. */
function rateVerdict({ verdict, metrics, passRate }: Comparison): ComparisonVerdict | undefined {
  const isMetric = metrics.some((metric) => metric.asked === true);
  return isMetric || passRate.a.n === 0 ? undefined : verdict;
}

function rowOf(
  name: string,
  figure: Pick<Comparison["passRate"], "a" | "b" | "difference" | "wins" | "losses" | "ties"> & {
    readonly verdict: ComparisonVerdict | undefined;
  },
  unit: FigureUnit,
): FigureRow {
  const { a, b, difference, wins, losses, ties, verdict } = figure;
  return {
    verdict,
    cells: [
      name,
      valueText(a.mean, unit),
      valueText(b.mean, unit),
      changeText(difference.estimate, unit),
      rangeText(difference.interval, unit),
      pText(difference.pAdjusted),
      `${wins}/${losses}/${ties}`,
      verdict === undefined ? "" : verdictWords[verdict],
    ],
  };
}
