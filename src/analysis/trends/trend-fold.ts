import type { TrialStatus } from "../../core/folds/case-row.ts";
import type { RunTable, TableCase } from "../../core/folds/run-table.ts";
import { SCHEMA_VERSION } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import { shortId } from "../../core/text/short-id.ts";
import { meanOf } from "../../statistics/means/mean-interval.ts";
import { wilson } from "../../statistics/rates/wilson.ts";
import { meanScore } from "../case-values.ts";
import type { Trend, TrendLeftOut, TrendMetric, TrendRun } from "./trend.ts";
import { byCourse, trendCase } from "./trend-case.ts";
import { trendChanges } from "./trend-changes.ts";
import { sharedCases, trendDrift, type WholeRun } from "./trend-drift.ts";
import { trendSentence } from "./trend-sentence.ts";

/** Takes the tables of a set's runs, oldest first, and keeps a verdict a case of each. */
export interface TrendFold {
  add(table: RunTable): void;
  trend(leftOut: TrendLeftOut): Trend;
}

export function trendFold(evalSetId: string, agent: string): TrendFold {
  const runs: TrendRun[] = [];
  const verdicts: ReadonlyMap<string, TrialStatus>[] = [];
  /** Runs of the whole set since criteria or judge last changed. */
  let stretch: WholeRun[] = [];
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
      if (partial) return;
      before = table.about;
      const run = { runId: table.runId, verdicts: own };
      const isOther = changes.some(({ kind }) => kind === "criteria" || kind === "judge");
      stretch =
        isOther || sharedCases([...stretch.slice(0, 1), run]).length === 0
          ? [run]
          : [...stretch, run];
    },
    trend(leftOut) {
      const drift = trendDrift(stretch);
      const ids = new Set(verdicts.flatMap((own) => [...own.keys()]));
      const cases = [...ids].map((evalId) =>
        trendCase(
          evalId,
          verdicts.map((own) => own.get(evalId) ?? null),
          runs,
        ),
      );
      const all = runs.map(({ runId }) => runId);
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
  const count = (status: TrialStatus) => cases.filter((each) => each.status === status).length;
  const [passed, failed] = [count("passed"), count("failed")];
  return {
    runId,
    startedAt,
    git: about.git,
    trials: about.trials,
    passed,
    failed,
    notEvaluated: count("not-evaluated"),
    passRate: passed + failed === 0 ? null : passed / (passed + failed),
    interval: wilson(passed, passed + failed),
    metrics: metrics.flatMap(({ name, direction, informational }, place) =>
      informational ? [] : [metricOf(name, direction, cases, place)],
    ),
  };
}

function metricOf(
  name: string,
  direction: TrendMetric["direction"],
  cases: readonly TableCase[],
  place: number,
): TrendMetric {
  const means = cases.flatMap((each) => meanScore(each, place) ?? []);
  const estimate = meanOf(means);
  const { mean = null, n = 0, interval = null } = estimate ?? {};
  return { name, direction, mean, n, interval };
}
