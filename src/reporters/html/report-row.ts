import type { ReportCell, ReportRow } from "../../core/analysis/html-report.ts";
import { trialScores } from "../../core/folds/case-row.ts";
import { type PooledMetric, poolTrials } from "../../core/folds/pool-trials.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { CaseResult } from "../../core/run.ts";
import type { MetricSetting } from "../../core/run-info.ts";
import { isErred } from "../../core/verdict.ts";
import type { CaseGroup } from "../case-groups.ts";
import { shortReason } from "../text/case-reason.ts";

/** What broke is marked otherwise than what failed. */
function markOf({ status, reason }: CaseResult): CaseResult["status"] | "errored" {
  return isErred(status, reason) ? "errored" : status;
}

/** A case against its metrics, in as few letters as it takes. */
export function reportRow(
  group: CaseGroup,
  { about }: Pick<RunSummary, "about">,
  names: readonly string[],
): ReportRow {
  const { trials, shown, status, evalId } = group;
  const set = about.sets.findIndex(({ evalSetId }) => evalSetId === group.evalSetId);
  const pooled = poolTrials(trials.map(trialScores), about.require);
  const settings = about.sets[set]?.config.metrics ?? [];
  const cells = names.map((name) => {
    const metric = pooled.metrics.find((each) => each.name === name);
    return metric === undefined ? null : cellOf(metric, trials, settings);
  });
  const seconds = trials.reduce((sum, { duration }) => sum + duration, 0) / trials.length;
  return {
    ...(set > 0 && { set }),
    id: evalId,
    status,
    ...(status !== "passed" && { why: shortReason(shown) }),
    ...(shown.reason !== undefined && { reason: shown.reason }),
    ...(about.trials > 1 && { trials: trials.map(markOf) }),
    seconds: Number(seconds.toPrecision(3)),
    cells,
  };
}

function cellOf(
  { name, status, score, threshold }: PooledMetric,
  trials: readonly CaseResult[],
  settings: readonly MetricSetting[],
): number | ReportCell {
  const usual = settings.find((setting) => setting.name === name)?.threshold;
  const isUsual = threshold === undefined || threshold === usual;
  if (isUsual && score !== undefined && (status === "passed" || status === "informational")) {
    return Number(score.toPrecision(4));
  }
  const own = trials.flatMap(({ metrics }) => metrics.filter((metric) => metric.name === name));
  const reason = own.find((metric) => metric.reason !== undefined)?.reason;
  return {
    status,
    ...(score !== undefined && { score: Number(score.toPrecision(4)) }),
    ...(reason !== undefined && { reason }),
    ...(!isUsual && { threshold }),
  };
}
