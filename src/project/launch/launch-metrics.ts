import { meanScore } from "../../analysis/case-values.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { Metric } from "../../core/metric.ts";
import { controlSetFor } from "../../metrics/judged/controls/control-sets.ts";
import { missingVariable, type ProviderSettings } from "../../models/providers/providers.ts";
import { unmetNeeds } from "../metrics/check-runnable.ts";
import { metricDefinition } from "../metrics/plan-metrics.ts";
import { samplesOf } from "../metrics/samples-of.ts";
import type { LaunchJudge, LaunchMetric } from "./launch-plan.ts";

/** A metric as a run would have it, with the cases that it would be asked about. */
export interface AskedMetric {
  readonly metric: Metric;
  /** As the configs have it; undefined where they do not ask for it. */
  readonly configured: Metric | undefined;
  readonly isMixed: boolean;
}

interface Measured {
  readonly cases: readonly EvalCase[];
  readonly judge: LaunchJudge | undefined;
  readonly last: RunTable | undefined;
}

/** What can be said of a metric before it runs, by the checks that a run itself begins with. */
export function launchMetric(
  { metric, configured, isMixed }: AskedMetric,
  { cases, judge, last }: Measured,
): LaunchMetric {
  const unmet = cases.flatMap((evalCase) => {
    const why = unmetNeeds(metric, evalCase);
    return why === undefined ? [] : [{ evalId: evalCase.evalId, why }];
  });
  const canScore = cases.length - unmet.length;
  const [first] = unmet;
  const { name, direction, range, needs } = metric;
  // what was moved in the dialog is held against what it was before
  const { threshold, criterion } = configured ?? metric;
  return {
    name,
    about: metricDefinition(name)?.description ?? "A metric of this project.",
    direction,
    min: range.min,
    max: range.max,
    needs,
    threshold,
    criterion: { ...criterion, ...(threshold !== undefined && { threshold }) },
    isConfigured: configured !== undefined,
    isMixed,
    ...(needs.includes("judge") && { judged: judgingOf(name, criterion) }),
    canScore,
    problem: problemOf(metric, { canScore, cases: cases.length, judge, why: first?.why }),
    gap:
      first === undefined || canScore === 0
        ? undefined
        : {
            why: first.why,
            count: unmet.length,
            cases: unmet.slice(0, 5).map(({ evalId }) => evalId),
          },
    scores: scoresOf(name, last),
  };
}

/** How many verdicts are asked for, and by which words. */
function judgingOf(
  name: string,
  criterion: Readonly<Record<string, unknown>> | undefined,
): LaunchMetric["judged"] {
  const rubrics = criterion?.rubrics;
  return {
    // that one cuts each answer once and labels it once
    samples: name === "hallucinations_v1" ? undefined : samplesOf(criterion),
    promptVersion: controlSetFor(name)?.promptVersion,
    rubrics: Array.isArray(rubrics) ? rubrics.length : undefined,
  };
}

interface Reasons {
  readonly canScore: number;
  readonly cases: number;
  readonly judge: LaunchJudge | undefined;
  readonly why: string | undefined;
}

function problemOf(
  { name, needs }: Metric,
  { canScore, cases, judge, why }: Reasons,
): string | undefined {
  if (cases > 0 && canScore === 0) return `None of the ${cases} cases can be scored: ${why}`;
  if (!needs.includes("judge") || judge?.missing === undefined) return undefined;
  return `${name} asks ${judge.model}, which needs ${judge.missing}. It is not set where the server runs.`;
}

function scoresOf(name: string, last: RunTable | undefined): readonly number[] {
  const place = last?.metrics.findIndex((metric) => metric.name === name) ?? -1;
  if (last === undefined || place === -1) return [];
  return last.cases.flatMap((each) => meanScore(each, place) ?? []);
}

/** Who would judge; undefined where nobody has to. */
export function launchJudge(
  asked: readonly AskedMetric[],
  model: string,
  settings: ProviderSettings,
): LaunchJudge | undefined {
  if (!asked.some(({ metric }) => metric.needs.includes("judge"))) return undefined;
  const missing = missingVariable(model, settings);
  return missing === undefined ? { model } : { model, missing };
}
