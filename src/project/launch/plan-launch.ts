import { isChosenByOutcome } from "../../core/analysis/chosen-by-outcome.ts";
import { comparesMeaning } from "../../core/case-settings.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { endOfRun } from "../../core/folds/end-of-run.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { Metric } from "../../core/metric.ts";
import type { RunStore } from "../../core/run-store.ts";
import { shortId } from "../../core/text/short-id.ts";
import { type EvalSetSource, openEvalSet } from "../../eval-sets/eval-set-source.ts";
import type { EvalConfig } from "../config/read-config.ts";
import { findRun } from "../history/finding/find-run.ts";
import { mayBeOfSet } from "../history/is-of-set.ts";
import { readRunTable } from "../history/read-run-table.ts";
import { planMetric, planMetrics } from "../metrics/plan-metrics.ts";
import { quarantinedCases, selectCases } from "../plan/plan-cases.ts";
import { estimateLaunch } from "./estimate-launch.ts";
import { launchConfig } from "./launch-config.ts";
import { type AskedMetric, launchJudge, launchMetric } from "./launch-metrics.ts";
import type { LaunchPlan } from "./launch-plan.ts";

export interface LaunchRequest {
  /** Absolute paths. */
  readonly evalSets: readonly string[];
  readonly cases?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly quarantined?: boolean | undefined;
  /** Only what did not pass in this run. */
  readonly failed?: string | undefined;
  /** Measured beside what the configs say. */
  readonly criteria?: Readonly<Record<string, unknown>> | undefined;
  readonly trials: number;
  readonly concurrency: number;
  readonly judgeModel?: string | undefined;
  readonly cwd: string;
  /** The folder above which no config is looked for. */
  readonly upTo: string;
}

/** Sets of more cases are looked at by their first ones. */
const MOST_CASES = 2_000;
const DEFAULT_JUDGE = "gemini-2.5-flash";

/**
 * What a run would be, by the checks that it would begin with. No model is asked, no agent is called, and no code of the
 * project is loaded: what only code can tell is found out when the run begins.
 */
export async function planLaunch(
  store: RunStore,
  request: LaunchRequest,
): Promise<Omit<LaunchPlan, "command" | "agentProblems">> {
  const sources = await Promise.all(request.evalSets.map((path) => openEvalSet(path)));
  const last = await lastRun(store, sources, request);
  const failed = request.failed === undefined ? undefined : await tableOf(store, request);
  const selected = sources.map((source) => {
    const filter = {
      named: request.cases ?? [],
      tags: request.tags ?? [],
      only: failed && notPassed(failed, source),
      quarantined: request.quarantined,
    };
    return {
      source,
      indexes: selectCases(source, filter),
      quarantined: quarantinedCases(source, filter).length,
    };
  });
  const cases: EvalCase[] = [];
  for (const { source, indexes } of selected) {
    for (const index of indexes.slice(0, MOST_CASES)) cases.push(await source.read(index));
  }
  const count = selected.reduce((sum, { indexes }) => sum + indexes.length, 0);
  const configs = await Promise.all(
    request.evalSets.map((path) => launchConfig(path, { ...request, last })),
  );
  const byMeaning = cases.some(({ assay }) => comparesMeaning(assay?.args));
  const asked = askedMetrics(configs, request.criteria ?? {}, byMeaning);
  const judge = launchJudge(asked, judgeOf(configs, request), {
    env: process.env,
    baseUrl: configs.find((config) => config?.baseUrl !== undefined)?.baseUrl,
  });
  const ids = (await store.list()).map(({ runId }) => runId);
  const named = last && { runId: last.runId, shortId: shortId(last.runId, ids) };
  return {
    cases: count,
    conversations: count * request.trials,
    quarantined: selected.reduce((sum, { quarantined }) => sum + quarantined, 0),
    choices: {
      all: sources.reduce((sum, { caseIds }) => sum + caseIds.length, 0),
      failed: last && named && { ...named, cases: failedIn(last, sources) },
      tags: tagsOf(sources),
    },
    metrics: asked.map((each) => launchMetric(each, { cases, judge, last })),
    judge,
    estimate: await estimateLaunch(store, { ...request, last, cases: count }),
    lastRun: named,
  };
}

function askedMetrics(
  configs: readonly (EvalConfig | undefined)[],
  criteria: Readonly<Record<string, unknown>>,
  byMeaning: boolean,
): readonly AskedMetric[] {
  const found = new Map<string, AskedMetric>();
  const planned = configs.map((config) => planMetrics(config, { byMeaning }).filter(isDeciding));
  for (const metric of planned.flat()) {
    if (found.has(metric.name)) continue;
    const isMixed = planned.some((own) => !own.some((each) => isSame(each, metric)));
    found.set(metric.name, { metric, configured: metric, isMixed });
  }
  for (const [name, criterion] of Object.entries(criteria)) {
    const custom = configs.find((config) => config?.custom.has(name))?.custom;
    const configured = found.get(name)?.configured;
    const metric = planMetric(name, criterion, { custom, byMeaning });
    found.set(name, { metric, configured, isMixed: false });
  }
  return [...found.values()];
}

function isDeciding({ threshold }: Metric): boolean {
  return threshold !== undefined;
}

function isSame(one: Metric, other: Metric): boolean {
  if (one.name !== other.name || one.threshold !== other.threshold) return false;
  return JSON.stringify(one.criterion) === JSON.stringify(other.criterion);
}

function judgeOf(
  configs: readonly (EvalConfig | undefined)[],
  { judgeModel }: LaunchRequest,
): string {
  const named = configs.find((config) => typeof config?.judgeModel === "string")?.judgeModel;
  return judgeModel ?? (typeof named === "string" ? named : DEFAULT_JUDGE);
}

/** The newest run that has ended and has a set of these: of two sets with one id, the one of the same file. */
async function lastRun(
  store: RunStore,
  sources: readonly EvalSetSource[],
  { evalSets, cwd }: LaunchRequest,
): Promise<RunTable | undefined> {
  const wanted = sources.map(({ header: { evalSetId } }, index) => {
    return { evalSetId, file: evalSets[index] ?? "", cwd };
  });
  for (const { runId, kind, sets } of await store.list()) {
    if (kind !== "eval" || !wanted.some(({ evalSetId }) => sets.includes(evalSetId))) continue;
    const events = await store.runEvents(runId);
    const [start] = events;
    if (start?.type !== "run-start" || endOfRun(events)?.status !== "ended") continue;
    if (isChosenByOutcome(start.about)) continue;
    const had = wanted.filter((set) => mayBeOfSet(start.about, set));
    if (had.length === 0) continue;
    const ids = new Set(had.map(({ evalSetId }) => evalSetId));
    const table = await readRunTable(store, runId, { withoutCalls: true });
    return { ...table, cases: table.cases.filter(({ evalSetId }) => ids.has(evalSetId)) };
  }
  return undefined;
}

async function tableOf(store: RunStore, { failed, cwd }: LaunchRequest): Promise<RunTable> {
  const runId = await findRun(store, failed, { cwd });
  return await readRunTable(store, runId, { withoutCalls: true });
}

function notPassed({ cases }: RunTable, { header }: EvalSetSource): ReadonlySet<string> {
  const own = cases.filter(({ evalSetId }) => evalSetId === header.evalSetId);
  return new Set(own.filter(({ status }) => status !== "passed").map(({ evalId }) => evalId));
}

function failedIn(last: RunTable, sources: readonly EvalSetSource[]): number {
  return sources.reduce((sum, source) => {
    const failed = notPassed(last, source);
    return sum + source.caseIds.filter((id) => failed.has(id)).length;
  }, 0);
}

function tagsOf(sources: readonly EvalSetSource[]): LaunchPlan["choices"]["tags"] {
  const counts = new Map<string, number>();
  for (const source of sources) {
    for (const index of source.caseIds.keys()) {
      for (const tag of source.tagsOf(index)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([tag, cases]) => ({ tag, cases }));
}
