import { comparesMeaning } from "../../core/case-settings.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import type { Metric } from "../../core/metric.ts";
import type { CaseResult } from "../../core/run.ts";
import type { MetricSetting } from "../../core/run-info.ts";
import { evalSetSource } from "../../eval-sets/eval-set-source.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { readCases } from "../history/load-run.ts";
import { planMetrics } from "../metrics/plan-metrics.ts";
import { scoreRun } from "../run/score-run.ts";
import type { DryScore, DryScoreRequest, DryVerdict, RecordedCase } from "./dry-score-request.ts";

/** Scores recorded conversations against expectations that nobody has saved, as `assay score` would. No agent and no judge is asked. */
export async function dryScore(request: DryScoreRequest): Promise<DryScore> {
  const { about, evalSetId, recorded, versions } = request;
  const settings = about.sets.find((set) => set.evalSetId === evalSetId)?.config.metrics ?? [];
  const byMeaning = versions.some(({ assay }) => comparesMeaning(assay?.args));
  const { metrics, leftOut } = chooseMetrics(settings, byMeaning);
  const scores: (readonly DryVerdict[])[] = [];
  for (const version of versions) scores.push(await scoreBy(version, metrics, request));
  const described = metrics.map(({ name, threshold, direction, range }) => ({
    name,
    threshold,
    direction,
    range: { min: range.min, max: Number.isFinite(range.max) ? range.max : undefined },
  }));
  return { metrics: recorded.length === 0 ? [] : described, leftOut, scores };
}

/** Those that compare, and need nobody's model or code for it. */
function chooseMetrics(
  settings: readonly MetricSetting[],
  byMeaning: boolean,
): {
  readonly metrics: readonly Metric[];
  readonly leftOut: DryScore["leftOut"];
} {
  const asked = settings.filter(({ criterion }) => criterion !== undefined);
  const isCode = ({ customFunctionPath }: MetricSetting) => customFunctionPath !== undefined;
  const ours = asked.filter((setting) => !isCode(setting));
  const criteria = ours.map(({ name, criterion }) => [name, criterion] as const);
  const planned = planMetrics({ criteria: membersOnly(criteria, asked) }, { byMeaning });
  const judged = new Set<string>();
  for (const { name, needs, measure, madeOf = [] } of planned) {
    const isJudged = needs.includes("judge") || measure === undefined;
    if (isJudged || madeOf.some((member) => judged.has(member))) judged.add(name);
  }
  return {
    // what only informs does not look at what was expected
    metrics: planned.filter(({ name, threshold }) => threshold !== undefined && !judged.has(name)),
    leftOut: [
      ...[...judged].map((name) => ({ name, why: "judged" as const })),
      ...asked.filter(isCode).map(({ name }) => ({ name, why: "code" as const })),
    ],
  };
}

/** A metric that is made of somebody's code cannot be planned without it. */
function membersOnly(
  criteria: readonly (readonly [name: string, criterion: unknown])[],
  asked: readonly MetricSetting[],
): readonly (readonly [name: string, criterion: unknown])[] {
  const code = asked
    .filter((each) => each.customFunctionPath !== undefined)
    .map(({ name }) => name);
  return criteria.filter(([, criterion]) => {
    const weights = (criterion as { readonly weights?: object } | undefined)?.weights ?? {};
    return !Object.keys(weights).some((member) => code.includes(member));
  });
}

async function scoreBy(
  version: EvalCase,
  metrics: readonly Metric[],
  { evalSetId, recorded, version: assay }: DryScoreRequest,
): Promise<readonly DryVerdict[]> {
  const verdicts = new Map<RecordedCase, DryVerdict>();
  for (const [runId, group] of Map.groupBy(recorded, (each) => each.runId)) {
    const [first] = group;
    const evalId = first?.result.evalId ?? version.evalId;
    const references = evalSetSource({
      evalSetId,
      creationTimestamp: 0,
      // a case that is being renamed is still the one that ran
      evalCases: [{ ...version, evalId }],
    });
    const store = memoryStore();
    const never = new AbortController().signal;
    const trials = group.map(({ result }, trial) => ({ ...result, trial, index: 0 }));
    await scoreRun({
      loaded: {
        summary: { runId, about: { ...(first as RecordedCase).about, gates: undefined } },
        cases: () => each(trials),
      },
      metricsFor: () => metrics,
      references: [references],
      version: assay,
      store,
      runId: `dry-${runId}`,
      reporters: [],
      stop: never,
      kill: never,
    });
    for await (const result of readCases(store, `dry-${runId}`)) {
      const of = group[result.trial];
      if (of !== undefined) verdicts.set(of, verdictOf(result));
    }
  }
  return recorded.map((each) => verdicts.get(each) ?? unscored);
}

const unscored: DryVerdict = { status: "not-evaluated", reason: "not-recorded", metrics: [] };

function verdictOf({ status, reason, detail, metrics }: CaseResult): DryVerdict {
  return {
    status,
    reason,
    detail,
    metrics: metrics.map(({ name, status: own, score, threshold, reason: why, detail: words }) => ({
      name,
      status: own,
      score,
      threshold,
      reason: why,
      detail: words,
    })),
  };
}

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}
