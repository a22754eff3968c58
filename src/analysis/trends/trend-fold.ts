import type { TrialStatus } from "../../core/folds/case-row.ts";
import type { RunTable, TableCase, TableMetric } from "../../core/folds/run-table.ts";
import { SCHEMA_VERSION } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import { shortId } from "../../core/text/short-id.ts";
import { isErred } from "../../core/verdict.ts";
import { meanScore } from "../case-values.ts";
import { meanOfCases } from "../mean-of-cases.ts";
import { passRateOf } from "../pass-rate.ts";
import type { Trend, TrendLeftOut, TrendMetric, TrendRun } from "./trend.ts";
import { byCourse, trendCase } from "./trend-case.ts";
import { trendChanges } from "./trend-changes.ts";
import { trendDrift, type WholeRun } from "./trend-drift.ts";
import { trendSentence } from "./trend-sentence.ts";

/** Takes the tables of a set's runs, oldest first, and keeps a verdict a case of each. */
export interface TrendFold {
  add(table: RunTable): void;
  trend(leftOut: TrendLeftOut): Trend;
}

/** `known` are the ids of all runs there are, so that the name of one is that of no other. */
export function trendFold(
  evalSetId: string,
  agent: string,
  known: readonly string[] = [],
): TrendFold {
  const runs: TrendRun[] = [];
  const verdicts: ReadonlyMap<string, TrialStatus>[] = [];
  /** Cases of each run in which something threw or hung. */
  const broken: ReadonlySet<string>[] = [];
  /** Runs of the whole set since criteria or judge last changed, and the cases that all of them have. */
  let stretch: { readonly runs: readonly WholeRun[]; readonly shared: readonly string[] } = {
    runs: [],
    shared: [],
  };
  let before: RunInfo | undefined;

  return {
    add(table) {
      const cases = table.cases.filter((each) => each.evalSetId === evalSetId);
      const partial = isPartial(table.about);
      const changes =
        before === undefined || partial ? [] : trendChanges(before, table.about, evalSetId);
      runs.push({ ...runOf(table, cases), partial, changes });
      const own = new Map(cases.map(({ evalId, status }) => [evalId, status]));
      verdicts.push(own);
      broken.push(new Set(cases.flatMap((each) => (isErrored(each) ? [each.evalId] : []))));
      if (partial) return;
      before = table.about;
      const run = { runId: table.runId, verdicts: own };
      const isOther = changes.some(({ kind }) => kind === "criteria" || kind === "judge");
      const shared = isOther ? [] : stretch.shared.filter((evalId) => own.has(evalId));
      stretch =
        shared.length === 0
          ? { runs: [run], shared: [...own.keys()] }
          : { runs: [...stretch.runs, run], shared };
    },
    trend(leftOut) {
      const drift = trendDrift(stretch.runs, stretch.shared);
      const ids = new Set(verdicts.flatMap((own) => [...own.keys()]));
      const cases = [...ids].map((evalId) => {
        const own = verdicts.map((each) => each.get(evalId) ?? null);
        const errored = broken.flatMap((each, place) => (each.has(evalId) ? [place] : []));
        return { ...trendCase(evalId, own, runs), ...(errored.length > 0 && { errored }) };
      });
      const all = [...known, ...runs.map(({ runId }) => runId)];
      const sentence = trendSentence({ drift, runs }, (runId) => shortId(runId, all));
      return {
        schemaVersion: SCHEMA_VERSION,
        evalSetId,
        agent,
        sentence,
        drift,
        runs,
        cases: cases.sort(byCourse),
        leftOut,
      };
    },
  };
}

function isErrored({ status, trials }: TableCase): boolean {
  return trials.some(({ reason }) => isErred(status, reason));
}

/** Whether only some cases of the set were asked for. */
export function isPartial({ options }: RunInfo): boolean {
  const has = (key: string) => {
    const value = options?.[key];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  };
  const sets = options?.evalSets;
  const isCut = Array.isArray(sets) && sets.some((set) => /:[^\\/]*$/.test(String(set)));
  return isCut || ["caseIds", "tags", "onlyCases", "failedIn"].some(has);
}

function runOf(
  { runId, startedAt, about, metrics }: RunTable,
  cases: readonly TableCase[],
): Omit<TrendRun, "partial" | "changes"> {
  const { passed, of, interval, clusters } = passRateOf(cases);
  return {
    runId,
    startedAt,
    git: about.git,
    trials: about.trials,
    passed,
    failed: of - passed,
    notEvaluated: cases.length - of,
    passRate: of === 0 ? null : passed / of,
    interval,
    clusters,
    metrics: metrics.flatMap((metric, place) =>
      metric.informational ? [] : [metricOf(metric, cases, place)],
    ),
  };
}

function metricOf(
  { name, direction, range, threshold }: TableMetric,
  cases: readonly TableCase[],
  place: number,
): TrendMetric {
  const scored = cases.flatMap((each) => {
    const value = meanScore(each, place);
    return value === null ? [] : [{ ...each, value }];
  });
  const found = meanOfCases(scored, range);
  const own = { name, direction, ...(threshold !== undefined && { threshold }) };
  if (found === null) return { ...own, mean: null, n: 0, interval: null };
  return { ...own, ...found };
}
