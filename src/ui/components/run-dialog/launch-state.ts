import type { Reply } from "../../lib/api.ts";

export type Plan = Reply<"POST /runs/plan">;
export type PlannedMetric = Plan["metrics"][number];

/** What a run dialog is opened for. */
export interface RunScope {
  /** The agent's folder, from the folder that is served. */
  readonly agent?: string | undefined;
  /** Paths of sets, from the folder that is served; those of the agent unless given. */
  readonly evalSets?: readonly string[] | undefined;
  /** The same by what a run calls them: the agent's name, and the ids of sets. */
  readonly agentName?: string | undefined;
  readonly setIds?: readonly string[] | undefined;
  /** Ids of cases that were selected. */
  readonly cases?: readonly string[] | undefined;
  /** A run of which only what did not pass is meant. */
  readonly failed?: string | undefined;
  /** Only cases with this tag. */
  readonly tag?: string | undefined;
}

export type CasesMode = "all" | "selected" | "failed" | "changed" | "tag";

/** What somebody has chosen so far. What is undefined is left to the configs and the defaults. */
export interface LaunchState {
  readonly agent: string;
  readonly evalSets: readonly string[];
  /** What the same is run with; the agent alone unless more are chosen. */
  readonly variants: readonly Variant[];
  /** Models that are offered for every agent, beside its own. */
  readonly models: readonly string[];
  readonly mode: CasesMode;
  readonly tag?: string | undefined;
  readonly trials: number;
  readonly concurrency: number;
  readonly timeout?: number | undefined;
  readonly budget?: number | undefined;
  readonly judgeModel?: string | undefined;
  /** Verdicts that every judged metric asks for; undefined: as its criterion says. */
  readonly samples?: number | undefined;
  readonly gates: string;
  readonly baseline: string;
  /** By the names of metrics, what is otherwise than the configs say. */
  readonly metrics: Readonly<Record<string, MetricChoice>>;
}

export interface Variant {
  readonly agent: string;
  /** Undefined: the agent's own. */
  readonly agentModel?: string | undefined;
}

export interface MetricChoice {
  readonly isOn?: boolean | undefined;
  readonly threshold?: number | undefined;
}

/** What can be kept under a name and used for another run. */
export type Preset = Omit<
  LaunchState,
  "agent" | "evalSets" | "variants" | "models" | "mode" | "tag"
>;

export const firstChoices: Preset = {
  trials: 1,
  concurrency: 8,
  gates: "",
  baseline: "",
  metrics: {},
};

/** Whether a metric will be measured: it was asked for, and it can run. */
export function isMeasured(
  metric: PlannedMetric,
  { metrics }: Pick<LaunchState, "metrics">,
): boolean {
  return metric.problem === undefined && (metrics[metric.name]?.isOn ?? metric.isConfigured);
}

/** The request that starts what was chosen; with `asking`, the one that asks what it would be, also of what cannot run. */
export function requestOf(
  state: LaunchState,
  scope: RunScope,
  plan: Pick<Plan, "metrics" | "lastRun"> | undefined,
  { asking = false } = {},
) {
  const { agent, evalSets, mode, tag, trials, concurrency, timeout, budget, judgeModel } = state;
  const gates = state.gates
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const [only, ...others] = state.variants;
  return {
    agent: only?.agent ?? agent,
    ...(others.length === 0 && only?.agentModel && { agentModel: only.agentModel }),
    ...(others.length > 0 && { variants: [...state.variants] }),
    evalSets: [...evalSets],
    ...(mode === "selected" && { cases: [...(scope.cases ?? [])] }),
    ...(mode === "failed" && { failed: scope.failed ?? plan?.lastRun?.runId }),
    ...(mode === "changed" && { changed: true }),
    ...(mode === "tag" && tag !== undefined && { tags: [tag] }),
    criteria: criteriaOf(state, plan?.metrics ?? [], asking),
    trials,
    concurrency,
    timeout,
    budget,
    judgeModel,
    ...(gates.length > 0 && { gates }),
    ...(state.baseline.trim() !== "" && { baseline: state.baseline.trim() }),
  };
}

/** Undefined where everything is as the configs say, which then measure by themselves. */
function criteriaOf(
  state: LaunchState,
  metrics: readonly PlannedMetric[],
  asking: boolean,
): Record<string, unknown> | undefined {
  const isIn = (metric: PlannedMetric) =>
    isMeasured(metric, state) || (asking && state.metrics[metric.name]?.isOn === true);
  const known = new Set(metrics.map(({ name }) => name));
  const added = Object.entries(state.metrics).filter(
    ([name, { isOn }]) => isOn === true && !known.has(name),
  );
  const isSame = metrics.every((metric) => {
    const choice = state.metrics[metric.name];
    const isMoved = choice?.threshold !== undefined && choice.threshold !== metric.threshold;
    return isIn(metric) === metric.isConfigured && !isMoved && !isResampled(metric, state);
  });
  if (isSame && added.length === 0) return undefined;
  const own = metrics.filter(isIn).map((metric) => {
    const threshold = state.metrics[metric.name]?.threshold ?? metric.threshold;
    return [metric.name, { ...criterionOf(metric, state), threshold }] as const;
  });
  const more = added.map(([name, { threshold }]) => [name, { threshold }] as const);
  return Object.fromEntries([...own, ...more]);
}

/** Whether its judge is asked another number of times than the configs say. */
function isResampled({ judged }: PlannedMetric, { samples }: Pick<LaunchState, "samples">) {
  return samples !== undefined && judged?.samples !== undefined && judged.samples !== samples;
}

function criterionOf(metric: PlannedMetric, state: Pick<LaunchState, "samples">) {
  const { criterion } = metric;
  if (!isResampled(metric, state)) return criterion;
  const { judgeModelOptions, judge_model_options = judgeModelOptions, ...rest } = criterion;
  const { numSamples: _, ...options } = (judge_model_options ?? {}) as Record<string, unknown>;
  return { ...rest, judge_model_options: { ...options, num_samples: state.samples } };
}
