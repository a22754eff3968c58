import { isChosenByOutcome } from "../../core/analysis/chosen-by-outcome.ts";
import type {
  ComparedMetric,
  ComparedRun,
  Comparison,
  ComparisonWarning,
} from "../../core/analysis/comparison.ts";
import type { RunTable, TableMetric } from "../../core/folds/run-table.ts";
import { SCHEMA_VERSION } from "../../core/run.ts";
import { agentLabel } from "../../core/text/agent-label.ts";
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
  { metric, detect: asked, warnings = [] }: CompareRunsOptions = {},
): Comparison {
  const paired = pairCases(a, b);
  const { pairs } = paired;
  const detect = asked ?? 0.1;
  const isTold = ![a, b].some(({ about }) => isChosenByOutcome(about));
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
    { detect, metric, isTold, isInUnits: asked !== undefined },
  );
  const passRate = comparedFigure(rate, rate?.difference.p ?? null);
  const meant = metrics.find(({ name }) => name === metric);
  const verdict = meant?.verdict ?? (isTold ? comparisonVerdict(rate, { detect }) : "too-few");
  return {
    schemaVersion: SCHEMA_VERSION,
    a: comparedRun(a),
    b: comparedRun(b),
    warnings: [...comparisonWarnings(a, b, { ...paired, shared }), ...warnings],
    verdict,
    sentence: comparisonSentence(isTold ? verdict : "chosen", meant ?? passRate, meant),
    passRate,
    metrics,
    efficiency: compareEfficiency(a, b, pairs),
    cases: comparedCases(pairs, a, b),
  };
}

interface MetricsAsked {
  readonly detect: number;
  readonly metric: string | undefined;
  readonly isTold: boolean;
  /** Whether somebody said what difference matters, in what the asked metric is measured in. */
  readonly isInUnits: boolean;
}

interface MeasuredMetric {
  readonly setting: TableMetric;
  readonly compared: PairedComparison | null;
}

function compareMetrics(
  all: readonly MeasuredMetric[],
  asked: MetricsAsked,
): readonly ComparedMetric[] {
  const known = all.flatMap(({ compared }) => compared?.difference.p ?? []);
  const adjusted = holm(known);
  let next = 0;
  return all.map((measured) => {
    const { name, direction } = measured.setting;
    const has = (measured.compared?.difference.p ?? null) !== null;
    const pAdjusted = has ? (adjusted[next++] ?? null) : null;
    const verdict = asked.isTold ? verdictOf(measured, pAdjusted, asked) : "too-few";
    const isAsked = name === asked.metric ? { asked: true } : {};
    const figure = comparedFigure(measured.compared, pAdjusted);
    return { name, direction, verdict, ...isAsked, ...figure };
  });
}

function verdictOf(
  { setting: { name, direction, range }, compared }: MeasuredMetric,
  pAdjusted: number | null,
  { detect, metric, isInUnits }: MetricsAsked,
): ComparedMetric["verdict"] {
  if (compared === null) return "too-few";
  const isAsked = name === metric;
  // who asks many questions is told more easily by accident; who asked for this one alone is not
  const p = isAsked ? compared.difference.p : pAdjusted;
  // points are of something: of seconds and dollars, which have no end, they are a share of what A took
  const isShare = range?.max === undefined && !(isInUnits && isAsked);
  const seen = isShare ? detect * Math.abs(compared.a.mean) : detect;
  const decided = { ...compared, difference: { ...compared.difference, p } };
  return comparisonVerdict(decided, { better: direction, detect: seen });
}

export function comparedRun({ runId, startedAt, about, cases }: RunTable): ComparedRun {
  const { name, agent, git, trials, kind } = about;
  return {
    runId,
    name,
    kind,
    startedAt,
    agent: agentLabel(agent),
    git,
    trials,
    cases: cases.length,
  };
}
