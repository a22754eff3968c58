import { type Thresholds, withThresholds } from "../analysis/what-if.ts";
import type { CaseEndEvent, RunEvent, RunStartEvent } from "../run.ts";
import type { RunInfo } from "../run-info.ts";
import { isErred, type ReasonCode, type Status } from "../verdict.ts";
import { caseKeyOf } from "./case-key.ts";
import { type TrialStatus, trialScores } from "./case-row.ts";
import { poolTrials } from "./pool-trials.ts";

/** The cases of a run against its metrics, as a table shows them: a row is there from the moment its case begins. */
export interface Matrix {
  /** Names of the metrics, in the order of the configs. */
  readonly metrics: readonly string[];
  /** In plan order. */
  readonly rows: readonly MatrixRow[];
}

export interface MatrixRow {
  readonly evalSetId: string;
  readonly evalId: string;
  readonly index: number;
  /** Undefined until every trial has ended. */
  readonly status?: TrialStatus | undefined;
  readonly flaky: boolean;
  /** Of each trial that has ended, in their order. */
  readonly trials: readonly MatrixTrial[];
  readonly tags: readonly string[];
  /** What its author says it belongs to. */
  readonly cluster?: string | undefined;
  /** Why it did not pass, where no metric says it. */
  readonly reason?: ReasonCode | undefined;
  readonly detail?: string | undefined;
  /** Seconds a trial took, on average. */
  readonly seconds?: number | undefined;
  /** By the place of the metric; null where it was not asked. */
  readonly cells: readonly (MatrixCell | null)[];
  /** The verdict that it has, where tried thresholds give another. */
  readonly was?: TrialStatus | undefined;
}

interface MatrixTrial {
  readonly trial: number;
  readonly status: TrialStatus;
  /** True: it threw or hung. */
  readonly erred?: boolean | undefined;
}

export interface MatrixCell {
  readonly status: Status;
  readonly score?: number | undefined;
  readonly threshold?: number | undefined;
  readonly reason?: ReasonCode | undefined;
  /** Of each trial, where they do not agree. */
  readonly trials?: readonly Status[] | undefined;
  /** The status that it has, where a tried threshold gives another. */
  readonly was?: Status | undefined;
}

/** Folds a run's events to its matrix, in the server and in the browser alike. What it has already changes nothing. */
export interface MatrixFold {
  apply(event: RunEvent): void;
  /** With thresholds to try: as it would be with them, and what was otherwise. */
  matrix(tried?: Thresholds): Matrix;
}

export function matrixFold(): MatrixFold {
  let about: RunInfo | undefined;
  const places = new Map<string, number>();
  const cases = new Map<string, OpenRow>();

  function placeOf(name: string): number {
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  }
  function rowOf(event: Extract<RunEvent, { evalId: string }>): OpenRow {
    const key = caseKeyOf(event);
    const { evalSetId, evalId, index } = event;
    const row = cases.get(key) ?? { evalSetId, evalId, index, tags: [], ends: new Map() };
    cases.set(key, row);
    return row;
  }
  function begin({ about: info }: RunStartEvent): void {
    about ??= info;
    for (const { config } of info.sets) for (const { name } of config.metrics) placeOf(name);
  }
  function end(event: CaseEndEvent): void {
    for (const { name } of event.metrics) placeOf(name);
    const row = rowOf(event);
    row.cluster = event.cluster;
    if (!row.ends.has(event.trial)) row.ends.set(event.trial, event);
  }
  return {
    apply(event) {
      if (event.type === "run-start") begin(event);
      if (event.type === "case-start") rowOf(event).tags = event.evalCase.assay?.tags ?? [];
      if (event.type === "case-end") end(event);
    },
    matrix(tried) {
      const all = [...cases.values()].sort((a, b) => a.index - b.index);
      const info = about;
      if (info === undefined) return { metrics: [...places.keys()], rows: [] };
      const rows = all.map((row) => closeRow(row, places, info));
      if (tried === undefined) return { metrics: [...places.keys()], rows };
      const wouldBe = all.map((row, at) => {
        const other = closeRow(tryOn(row, tried, info), places, info);
        return compared(other, rows[at] ?? other);
      });
      return { metrics: [...places.keys()], rows: wouldBe };
    },
  };
}

interface OpenRow {
  readonly evalSetId: string;
  readonly evalId: string;
  readonly index: number;
  tags: readonly string[];
  cluster?: string | undefined;
  readonly ends: Map<number, CaseEndEvent>;
}

function tryOn(row: OpenRow, tried: Thresholds, { sets }: RunInfo): OpenRow {
  const settings = sets.find(({ evalSetId }) => evalSetId === row.evalSetId)?.config.metrics ?? [];
  const configured = new Map<string, number>();
  for (const { name, threshold } of settings) {
    if (threshold !== undefined) configured.set(name, threshold);
  }
  const ends = [...row.ends].map(
    ([trial, end]) => [trial, withThresholds(end, tried, configured)] as const,
  );
  return { ...row, ends: new Map(ends) };
}

/** A row as it would be, with what it is where that is another. */
function compared(other: MatrixRow, own: MatrixRow): MatrixRow {
  const cells = other.cells.map((cell, place) => {
    const was = own.cells[place]?.status;
    return cell === null || was === undefined || was === cell.status ? cell : { ...cell, was };
  });
  return { ...other, cells, ...(own.status !== other.status && { was: own.status }) };
}

function closeRow(
  { evalSetId, evalId, index, tags, cluster, ends }: OpenRow,
  places: ReadonlyMap<string, number>,
  { trials: planned, require }: Pick<RunInfo, "trials" | "require">,
): MatrixRow {
  const ended = [...ends.values()].sort((a, b) => a.trial - b.trial);
  const pooled = poolTrials(ended.map(trialScores), require);
  const isOver = ended.length >= planned;
  const [only, ...others] = ended;
  const status = others.length === 0 && require !== "mean" ? only?.status : pooled.status;
  const said = ended.find(({ reason }) => reason !== undefined);
  const seconds = ended.reduce((sum, { duration }) => sum + duration, 0) / ended.length;
  return {
    evalSetId,
    evalId,
    index,
    ...(isOver && status !== undefined && { status }),
    flaky: pooled.flaky,
    trials: ended.map(({ trial, status: own, reason }) => ({
      trial,
      status: own,
      ...(isErred(own, reason) && { erred: true }),
    })),
    tags,
    ...(cluster !== undefined && { cluster }),
    ...(said?.reason && { reason: said.reason }),
    ...(said?.detail && { detail: said.detail }),
    ...(ended.length > 0 && { seconds }),
    cells: cellsOf(ended, pooled, places),
  };
}

function cellsOf(
  ended: readonly CaseEndEvent[],
  pooled: ReturnType<typeof poolTrials>,
  places: ReadonlyMap<string, number>,
): readonly (MatrixCell | null)[] {
  const cells: (MatrixCell | null)[] = new Array(places.size).fill(null);
  const byName = Map.groupBy(
    ended.flatMap(({ metrics }) => metrics),
    ({ name }) => name,
  );
  for (const { name, status, score, threshold } of pooled.metrics) {
    const own = byName.get(name) ?? [];
    const statuses = own.map((metric) => metric.status);
    const reason = own.find((metric) => metric.reason !== undefined)?.reason;
    cells[places.get(name) ?? 0] = {
      status,
      ...(score !== undefined && { score }),
      ...(threshold !== undefined && { threshold }),
      ...(reason !== undefined && { reason }),
      ...(statuses.some((each) => each !== statuses[0]) && { trials: statuses }),
    };
  }
  return cells;
}
