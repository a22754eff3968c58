import type { FailureClusters } from "../../analysis/clusters/failure-clusters.ts";
import { meanOfCases } from "../../analysis/mean-of-cases.ts";
import { passRateOf } from "../../analysis/pass-rate.ts";
import type {
  HtmlReport,
  ReportedCause,
  ReportedMetric,
  ReportRow,
} from "../../core/analysis/html-report.ts";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { MetricSetting, RunInfo, RunSet } from "../../core/run-info.ts";
import { reportVersion, runStatus } from "../json-report.ts";
import { agentName, shownPath } from "../text/run-text.ts";

interface ReportParts {
  readonly rows: readonly ReportRow[];
  readonly clusters: FailureClusters;
  readonly failures: number;
  /** Paths are shown from here: whoever reads the report has other folders. */
  readonly cwd: string;
}

/** Everything of a run that the page of the report shows, beside its failures. */
export function reportHead(
  run: RunSummary,
  { rows, clusters, failures, cwd }: ReportParts,
): HtmlReport {
  const { about, end } = run;
  return {
    schemaVersion: reportVersion,
    runId: run.runId,
    name: run.name ?? about.name,
    status: runStatus(run),
    state: end?.status ?? "unfinished",
    endDetail: end?.detail,
    startedAt: run.startedAt,
    endedAt: end?.at,
    version: about.version,
    agent: { name: agentName(about), hash: about.agent.hash },
    git: about.git,
    models: about.models ?? [],
    trials: about.trials,
    command: about.command,
    sets: about.sets.map((set) => setOf(set, cwd)),
    metrics: run.metrics.map((metric, place) => {
      const setting = settingOf(metric.name, about);
      return { ...metric, ...setting, interval: intervalOf(run, rows, place, setting.range) };
    }),
    totals: run.totals,
    passRate: passRateOf(run.cases),
    modelCalls: run.modelCalls,
    judgeChecks: run.judgeChecks,
    toolCalls: run.toolCalls,
    gates: run.gates,
    heldAgainst: about.gates,
    unread: about.unread,
    unreadCount: about.unreadCount,
    sentence: clusters.sentence,
    causes: causesOf(clusters, rows, about),
    rows,
    failures,
  };
}

function setOf(
  { evalSetId, path, hash, caseCount, quarantined, config }: RunSet,
  cwd: string,
): HtmlReport["sets"][number] {
  const near = (each: string | undefined) => (each === undefined ? each : shownPath(each, cwd));
  const judge = config.judge?.isCode === true ? "code" : config.judge?.model;
  return {
    evalSetId,
    path: near(path),
    hash,
    caseCount,
    quarantined,
    configPath: near(config.path),
    judge,
  };
}

function settingOf(
  name: string,
  { sets }: RunInfo,
): Pick<HtmlReport["metrics"][number], "direction" | "threshold" | "range"> {
  const settings = sets.flatMap(({ config }) =>
    config.metrics.filter((each) => each.name === name),
  );
  const {
    direction = "higher",
    threshold,
    range,
  } = settings.find((setting) => setting.threshold !== undefined) ?? settings[0] ?? {};
  return { direction, threshold, range };
}

/** Of the mean over cases: as elsewhere by clusters, where any case belongs to one. */
function intervalOf(
  { cases, about }: RunSummary,
  rows: readonly ReportRow[],
  place: number,
  range: MetricSetting["range"],
): ReportedMetric["interval"] {
  const clusters = new Map(cases.map((each) => [caseKeyOf(each), each.cluster]));
  const values = rows.flatMap(({ set = 0, id, cells }) => {
    const cell = cells[place] ?? null;
    const value = typeof cell === "number" ? cell : cell?.score;
    const key = { evalSetId: about.sets[set]?.evalSetId ?? "", evalId: id };
    return value === undefined ? [] : [{ ...key, value, cluster: clusters.get(caseKeyOf(key)) }];
  });
  return meanOfCases(values, range)?.interval ?? null;
}

function causesOf(
  { clusters }: FailureClusters,
  rows: readonly ReportRow[],
  { sets }: RunInfo,
): readonly ReportedCause[] {
  const places = new Map(
    rows.map(({ set = 0, id }, place) => [
      caseKeyOf({ evalSetId: sets[set]?.evalSetId ?? "", evalId: id }),
      place,
    ]),
  );
  return clusters.map(({ name, status, cases }) => ({
    name,
    status,
    rows: cases.flatMap((each) => places.get(caseKeyOf(each)) ?? []),
  }));
}
