import type {
  ComparedMetric,
  ComparedRun,
  Comparison,
  ComparisonWarning,
} from "../../core/analysis/comparison.ts";
import type { RunTable, TableMetric } from "../../core/folds/run-table.ts";
import { SCHEMA_VERSION } from "../../core/run.ts";
import type { PairedComparison } from "../../statistics/comparisons/compare-paired.ts";
import { comparisonVerdict } from "../../statistics/comparisons/comparison-verdict.ts";
import { holm } from "../../statistics/comparisons/multiplicity.ts";
import { meanScore, passedShare } from "../case-values.ts";
import { compareEfficiency } from "./compare-efficiency.ts";
import { comparedFigure, compareFigure } from "./compare-figures.ts";
import { comparedCases } from "./compared-cases.ts";
import { comparisonSentence } from "./comparison-sentence.ts";
import { comparisonWarnings } from "./comparison-warnings.ts";
import { pairCases } from "./pair-cases.ts";
import { sharedMetrics } from "./shared-metrics.ts";

export interface CompareRunsOptions {
  /** The metric that the verdict is about; the pass rate unless given. */
  readonly metric?: string | undefined;
  /** The difference that is worth seeing: where it could not have been seen, there are too few cases. */
  readonly detect?: number | undefined;
  /** Found out elsewhere, as by the cases themselves: changed references, another judge. */
  readonly warnings?: readonly ComparisonWarning[] | undefined;
}

/** Whether B is better than A, on the cases that both have. The order of cases changes nothing. */
export function compareRuns(
  a: RunTable,
  b: RunTable,
  { metric, detect = 0.1, warnings = [] }: CompareRunsOptions = {},
): Comparison {
  const paired = pairCases(a, b);
  const { pairs } = paired;
  const single = a.about.trials === 1 && b.about.trials === 1;
  const rate = compareFigure({
    pairs,
    valuesOf: (pair) => ({ a: passedShare(pair.a), b: passedShare(pair.b) }),
    direction: "higher",
    single,
  });
  const shared = sharedMetrics(a, b, metric);
  const metrics = compareMetrics(
    shared.map(({ setting, inA, inB }) => ({
      setting,
      compared: compareFigure({
        pairs,
        valuesOf: (pair) => ({ a: meanScore(pair.a, inA), b: meanScore(pair.b, inB) }),
        direction: setting.direction,
        single,
      }),
    })),
    { detect, metric },
  );
  const passRate = comparedFigure(rate, rate?.difference.p ?? null);
  const meant = metrics.find(({ name }) => name === metric);
  const verdict = meant?.verdict ?? comparisonVerdict(rate, { detect });
  return {
    schemaVersion: SCHEMA_VERSION,
    a: comparedRun(a),
    b: comparedRun(b),
    warnings: [...comparisonWarnings(a, b, { ...paired, shared }), ...warnings],
    verdict,
    sentence: comparisonSentence(verdict, meant ?? passRate, meant),
    passRate,
    metrics,
    efficiency: compareEfficiency(a, b, pairs),
    cases: comparedCases(pairs, a, b),
  };
}

function compareMetrics(
  all: readonly { readonly setting: TableMetric; readonly compared: PairedComparison | null }[],
  { detect, metric }: { readonly detect: number; readonly metric: string | undefined },
): readonly ComparedMetric[] {
  const known = all.flatMap(({ compared }) => compared?.difference.p ?? []);
  const adjusted = holm(known);
  let next = 0;
  return all.map(({ setting: { name, direction }, compared }) => {
    const has = (compared?.difference.p ?? null) !== null;
    const pAdjusted = has ? (adjusted[next++] ?? null) : null;
    // who asks many questions is told more easily by accident; who asked for this one alone is not
    const p = name === metric ? (compared?.difference.p ?? null) : pAdjusted;
    const decided = compared && { ...compared, difference: { ...compared.difference, p } };
    const verdict = comparisonVerdict(decided, { better: direction, detect });
    const asked = name === metric ? { asked: true } : {};
    return { name, direction, verdict, ...asked, ...comparedFigure(compared, pAdjusted) };
  });
}

export function comparedRun({ runId, startedAt, about, cases }: RunTable): ComparedRun {
  const { name, agent, git, trials, kind } = about;
  return { runId, name, kind, startedAt, agent: agent.name, git, trials, cases: cases.length };
}
