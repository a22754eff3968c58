import { neverAborted } from "../api/run-evaluation.ts";
import type { EvalCase } from "../core/eval-set.ts";
import type { RunSummary } from "../core/folds/run-summary.ts";
import type { Invocation } from "../core/invocation.ts";
import type { Metric } from "../core/metric.ts";
import type { Reporter } from "../core/reporter.ts";
import type { CaseResult, MetricResult } from "../core/run.ts";
import type { RunSet } from "../core/run-info.ts";
import { isObject } from "../core/schema/parse-context.ts";
import type { ModelLike } from "../models/index.ts";
import type { EvalConfig } from "../project/config/read-config.ts";
import { metricDefinition, planMetric } from "../project/metrics/plan-metrics.ts";
import { modelRegistry } from "../project/models/model-registry.ts";
import { watchWaiting } from "../project/models/watch-waiting.ts";
import type { PaidJob } from "../project/resume/paid-job.ts";
import { newRunId } from "../project/run/run-prepared.ts";
import { scoreRun } from "../project/run/score-run.ts";
import { memoryStore } from "../stores/memory-store.ts";

/** A conversation that was written down, and the metric whose judge is to say something about it. */
export interface RecordedCase {
  readonly metric: string;
  readonly evalCase: EvalCase;
  readonly actual: readonly Invocation[];
}

export interface JudgeRequest {
  readonly judgeModel?: ModelLike | undefined;
  readonly baseUrl?: string | undefined;
  readonly maxCost?: number | undefined;
  /** Criteria of the metrics: thresholds, samples, judge. */
  readonly config?: (Pick<EvalConfig, "criteria"> & Partial<EvalConfig>) | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Ask nothing new; what is asked may be answered. The same as `signal` unless given. */
  readonly stop?: AbortSignal | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly reporters?: readonly Reporter[] | undefined;
  /** Hears what is waited for. */
  readonly onWaiting?: ((what: string) => void) | undefined;
  /** Keeps what is asked, so that it is asked once. */
  readonly job?: PaidJob | undefined;
}

export interface Judged {
  /** By case id. */
  readonly results: ReadonlyMap<string, MetricResult>;
  readonly judges: readonly string[];
  readonly modelCalls: RunSummary["modelCalls"];
}

/** Asks the judges about conversations as a run asks them: the same prompts, samples, votes and limits. No agent is called. */
export async function judgeRecorded(
  cases: readonly RecordedCase[],
  request: JudgeRequest,
): Promise<Judged> {
  const { env = process.env, judgeModel, baseUrl, maxCost, signal = neverAborted } = request;
  const registry = modelRegistry({ env, judgeModel, baseUrl, maxCost });
  const judgeOf = registry.judgesOf(request.config ?? {});
  const judges = new Set<string>();
  const judgeFor: typeof registry.judgeFor = (options) => {
    const judge = judgeOf(options);
    judges.add(judge.model);
    return judge;
  };
  const names = [...new Set(cases.map(({ metric }) => metric))];
  const metrics = new Map<string, Metric>(
    names.map((name) => [name, planMetric(name, criterionOf(name, request), { judgeFor })]),
  );
  registry.checkPrices();
  // whoever has answered before is there
  const isKnown = (request.job?.count() ?? 0) > 0;
  const firstCalls = isKnown
    ? []
    : await registry.preflight({ signal, onWaiting: request.onWaiting });
  const results = new Map<string, MetricResult>();
  const collect: Reporter = {
    onCase({ evalId, metrics: [result] }) {
      if (result !== undefined) results.set(evalId, result);
    },
  };
  const scoring = () =>
    scoreRun({
      store: memoryStore(),
      endsAll: true,
      loaded: savedRun(cases, names),
      metricsFor: (name) => [...metrics.values()].filter((metric) => metric.name === name),
      models: request.job?.keep(registry.client) ?? registry.client,
      firstCalls,
      reporters: [collect, ...(request.reporters ?? [])],
      runId: newRunId(),
      version: "",
      stop: request.stop ?? signal,
      kill: signal,
    });
  const summary = await watchWaiting(registry.client, request.onWaiting, scoring);
  return { results, judges: [...judges], modelCalls: summary.modelCalls };
}

/** As the config has it but for its rubrics, since each case has its own; else pass and fail part in the middle of the range. */
function criterionOf(name: string, { config }: JudgeRequest): unknown {
  const given = config?.criteria.find(([each]) => each === name)?.[1];
  if (isObject(given)) {
    const own = ["rubrics", "rubric", "rubric_library", "rubricLibrary"];
    return Object.fromEntries(Object.entries(given).filter(([key]) => !own.includes(key)));
  }
  if (given !== undefined) return given;
  const { min = 0, max = 1 } = metricDefinition(name)?.range ?? {};
  return { threshold: (min + (max ?? 1)) / 2 };
}

/** A set for each metric. */
function savedRun(cases: readonly RecordedCase[], names: readonly string[]) {
  const sets: readonly RunSet[] = names.map((name) => ({
    evalSetId: name,
    hash: "",
    caseCount: cases.filter(({ metric }) => metric === name).length,
    config: { metrics: [] },
  }));
  const about = {
    kind: "score",
    agent: { name: "recorded" },
    sets,
    caseCount: cases.length,
    trials: 1,
    require: "pooled",
    concurrency: 8,
    version: "",
  } as const;
  return { summary: { runId: "recorded", about }, cases: () => caseResults(cases) };
}

async function* caseResults(cases: readonly RecordedCase[]): AsyncGenerator<CaseResult> {
  for (const [index, { metric, evalCase, actual }] of cases.entries()) {
    yield {
      evalSetId: metric,
      evalId: evalCase.evalId,
      trial: 0,
      index,
      status: "not-evaluated",
      metrics: [],
      invocations: actual,
      evalCase,
      sessionId: evalCase.evalId,
      userId: "labels",
      startedAt: "",
      duration: 0,
    };
  }
}
