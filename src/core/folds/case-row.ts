import type { CaseEndEvent, MetricResult } from "../run.ts";
import type { RunInfo } from "../run-info.ts";
import type { ReasonCode, Status } from "../verdict.ts";
import { type MetricScores, poolTrials, type TrialScores } from "./pool-trials.ts";

/** One ended case over all its trials. */
export interface CaseRow {
  readonly evalSetId: string;
  readonly evalId: string;
  readonly index: number;
  readonly status: TrialStatus;
  readonly flaky: boolean;
  readonly trials: number;
  readonly trialsPassed: number;
  /** The verdict of each trial, in their order. */
  readonly trialStatuses: readonly TrialStatus[];
  readonly reason?: ReasonCode | undefined;
  /** What its author says it belongs to. */
  readonly cluster?: string | undefined;
}

export type TrialStatus = "passed" | "failed" | "not-evaluated";

/** One trial of a case whose other trials are still running. */
export interface EndedTrial extends TrialScores {
  readonly index: number;
  readonly trial: number;
  readonly reason: ReasonCode | undefined;
}

/** A metric's say in the verdict of its case: what scored only some of the turns it should have is not neutral. */
export function countsAs(result: MetricResult): Status {
  return result.status === "passed" && hasGap(result) ? "not-evaluated" : result.status;
}

/** Whether something that should have been scored was not. What the author left out is no gap. */
export function hasGap({ coverage, unasked = 0 }: Pick<MetricResult, "coverage" | "unasked">) {
  return coverage !== undefined && coverage.scored + unasked < coverage.of;
}

export function trialScores(event: Pick<CaseEndEvent, "status" | "metrics">): TrialScores {
  return { status: event.status, metrics: event.metrics.map(metricScores) };
}

function metricScores(result: MetricResult): MetricScores {
  const byTurn = result.perInvocation.some((turn) => turn.score !== undefined);
  const status = countsAs(result);
  const scores = byTurn
    ? result.perInvocation.map((turn) => ({ score: turn.score, status: turn.status ?? status }))
    : [{ score: result.score, status }];
  const { name, decided, threshold, direction, score } = result;
  return { name, status, decided, threshold, direction, score, scores };
}

/** Whether the verdict of a conversation is that of its case: run once, and not judged by the mean of its turns. */
export function isJudgedAlone({ trials, require }: Pick<RunInfo, "trials" | "require">): boolean {
  return trials === 1 && require !== "mean";
}

/** A case that ran once is judged by that conversation alone. */
export function onlyTrial(event: CaseEndEvent): CaseRow {
  const { evalSetId, evalId, index, status, reason } = event;
  const trialsPassed = status === "passed" ? 1 : 0;
  const trialStatuses = ONE[status];
  const own = { evalSetId, evalId, index, status, reason };
  return { ...own, flaky: false, trials: 1, trialsPassed, trialStatuses, ...clusterIn(event) };
}

/** Cut out of the event's text, which is not kept for it. */
function clusterIn({ cluster }: Pick<CaseEndEvent, "cluster">): Pick<CaseRow, "cluster"> {
  return cluster ? { cluster: ` ${cluster}`.slice(1) } : {};
}

/** A hundred thousand cases of one trial share three lists. */
const ONE: Readonly<Record<TrialStatus, readonly TrialStatus[]>> = {
  passed: Object.freeze(["passed"] as const),
  failed: Object.freeze(["failed"] as const),
  "not-evaluated": Object.freeze(["not-evaluated"] as const),
};

export function closeCase(
  event: CaseEndEvent,
  trials: readonly EndedTrial[],
  about: RunInfo,
): CaseRow {
  const pooled = poolTrials(trials, about.require);
  const inOrder = [...trials].sort((a, b) => a.index - b.index || a.trial - b.trial);
  return {
    evalSetId: event.evalSetId,
    evalId: event.evalId,
    index: inOrder[0]?.index ?? event.index,
    status: pooled.status,
    flaky: pooled.flaky,
    trials: trials.length,
    trialsPassed: trials.filter((trial) => trial.status === "passed").length,
    trialStatuses: [...trials].sort((a, b) => a.trial - b.trial).map(({ status }) => status),
    reason: inOrder.find((trial) => trial.reason !== undefined)?.reason,
    ...clusterIn(event),
  };
}

/** Cases end almost in plan order, so the place is near the end. */
export function insertInOrder(rows: CaseRow[], row: CaseRow): void {
  let place = rows.length;
  while (place > 0 && (rows[place - 1]?.index ?? 0) > row.index) place -= 1;
  rows.splice(place, 0, row);
}
