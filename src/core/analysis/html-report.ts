import type { MetricSummary } from "../folds/metric-summary.ts";
import type { Totals } from "../folds/totals.ts";
import type { JudgeCheck, ModelCallTotals } from "../judge-check.ts";
import type { CaseResult } from "../run.ts";
import type { MetricSetting, RunInfo, RunSet } from "../run-info.ts";
import type { Direction, ReasonCode, Status } from "../verdict.ts";
import type { GateResult, RunGates } from "./gate.ts";
import type { PassRate } from "./pass-rate.ts";

/** A run in one file that opens from a disk: what the page of the report is given beside its failures. */
export interface HtmlReport {
  readonly schemaVersion: number;
  readonly runId: string;
  readonly name?: string | undefined;
  readonly status: "passed" | "failed" | "incomplete" | "interrupted";
  readonly state: "ended" | "interrupted" | "stopped-early" | "unfinished";
  /** Why it stopped early. */
  readonly endDetail?: string | undefined;
  readonly startedAt: string;
  readonly endedAt?: string | undefined;
  readonly version: string;
  readonly agent: Pick<RunInfo["agent"], "name" | "hash">;
  readonly git?: RunInfo["git"];
  readonly models: readonly string[];
  readonly trials: number;
  readonly command?: readonly string[] | undefined;
  readonly sets: readonly ReportedSet[];
  readonly metrics: readonly ReportedMetric[];
  readonly totals: Totals;
  readonly passRate: PassRate;
  readonly modelCalls: ModelCallTotals;
  readonly judgeChecks: readonly JudgeCheck[];
  readonly toolCalls: number;
  readonly gates?: readonly GateResult[] | undefined;
  readonly heldAgainst?: RunGates | undefined;
  /** Of traces: what could not be read. */
  readonly unread?: readonly string[] | undefined;
  readonly unreadCount?: number | undefined;
  /** What stands out among the failures, in a sentence. */
  readonly sentence: string;
  readonly causes: readonly ReportedCause[];
  /** In plan order. */
  readonly rows: readonly ReportRow[];
  /** How many conversations of cases that did not pass follow, each in a block of its own. */
  readonly failures: number;
}

interface ReportedSet {
  readonly evalSetId: string;
  readonly path?: string | undefined;
  readonly hash: string;
  readonly caseCount: number;
  readonly quarantined?: RunSet["quarantined"];
  readonly configPath?: string | undefined;
  readonly judge?: string | undefined;
}

export interface ReportedMetric extends MetricSummary {
  readonly direction: Direction;
  readonly threshold?: number | undefined;
  readonly range?: MetricSetting["range"];
  /** 95 %, of the mean over cases. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** Cases that went wrong the same way, as places among the rows. */
export interface ReportedCause {
  readonly name: string;
  readonly status: "failed" | "not-evaluated";
  readonly rows: readonly number[];
}

/** A case in as few letters as it takes: ten thousand of them are in one file. */
export interface ReportRow {
  /** The place of its set; 0 unless given. */
  readonly set?: number | undefined;
  readonly id: string;
  readonly status: "passed" | "failed" | "not-evaluated";
  readonly reason?: ReasonCode | undefined;
  /** Why it did not pass, in a line. */
  readonly why?: string | undefined;
  /** Of each trial, where there are several. */
  readonly trials?: readonly (CaseResult["status"] | "errored")[] | undefined;
  readonly seconds: number;
  /** By the place of the metric: a score that passed or informs, else what became of it; null where it was not asked. */
  readonly cells: readonly (number | ReportCell | null)[];
  /** The block with its conversation, where it did not pass and there was room. */
  readonly failure?: number | undefined;
}

export interface ReportCell {
  readonly status: Status;
  readonly score?: number | undefined;
  readonly reason?: ReasonCode | undefined;
  /** Where the case has its own. */
  readonly threshold?: number | undefined;
}
