import { isJudgedAlone } from "../../core/folds/case-row.ts";
import { endOfRun } from "../../core/folds/end-of-run.ts";
import { keyOf } from "../../core/folds/open-cases.ts";
import type { RunEvent, RunStartEvent } from "../../core/run.ts";
import type { RunKind, RunSet } from "../../core/run-info.ts";
import type {
  EndCounts,
  EndedCase,
  RunListing,
  RunStanding,
  RunStore,
} from "../../core/run-store.ts";
import { shortId } from "../../core/text/short-id.ts";
import { pooledTotals } from "./pooled-totals.ts";

/** A run in a line: what it was, how it ended, and its counts, which reconcile. */
export interface RunOverview {
  readonly runId: string;
  readonly shortId: string;
  /** What somebody called it. */
  readonly name?: string | undefined;
  /** True: not to be removed. */
  readonly kept?: boolean | undefined;
  readonly kind: RunKind;
  readonly startedAt: string;
  readonly endedAt: string | undefined;
  readonly state: RunState;
  readonly agent: string;
  readonly sets: readonly string[];
  /** Names of the metrics that it was measured by. */
  readonly metrics: readonly string[];
  readonly trials: number;
  readonly totals: RunCounts;
  /** True: it ended before its last case, since its gates were decided. */
  readonly isDecided?: boolean | undefined;
}

/** Unfinished: nobody works on it and it has not ended, so it was killed. Damaged: its beginning cannot be read. */
export type RunState =
  | "ended"
  | "interrupted"
  | "stopped-early"
  | "running"
  | "unfinished"
  | "damaged";

interface RunCounts {
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  /** Includes those that never ran. */
  readonly notEvaluated: number;
  readonly notRun: number;
}

export interface ListRunsOptions {
  readonly limit: number;
  /** How many of the newest are passed over; none unless given. */
  readonly offset?: number | undefined;
  /** Only runs of this agent, or of this eval set. */
  readonly agent?: string | undefined;
  readonly set?: string | undefined;
  /** Only these runs. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** Runs from the newest on, and how many there are in all. */
export async function listRuns(
  store: RunStore,
  { limit, offset = 0, agent, set, only }: ListRunsOptions,
): Promise<{ readonly runs: readonly RunOverview[]; readonly count: number }> {
  const all = (await store.list()).filter(isRun);
  const ids = all.map((listing) => listing.runId);
  const asked = all
    .filter((each) => agent === undefined || each.agent === agent)
    .filter((each) => set === undefined || each.sets.includes(set))
    .filter((each) => only === undefined || only.has(each.runId));
  const page = asked.slice(offset, offset + limit);
  const standings = await store.standings?.(page.map(({ runId }) => runId));
  const runs: RunOverview[] = [];
  for (const listing of page) {
    const standing = standings?.get(listing.runId) ?? (await standingOf(store, listing.runId));
    runs.push(
      await overviewOf(store, listing, { ...standing, short: shortId(listing.runId, ids) }),
    );
  }
  return { runs, count: asked.length };
}

/** What judges said to control questions, what people said to an agent, and what they are to look at, are no runs. */
export function isRun({ kind }: Pick<RunListing, "kind">): boolean {
  return kind !== "judge-check" && kind !== "chat" && kind !== "review";
}

async function overviewOf(
  store: RunStore,
  { runId, kind, startedAt, endedAt, agent, name, kept, sets }: RunListing,
  { short, ...standing }: Standing & { readonly short: string },
): Promise<RunOverview> {
  const { events } = standing;
  const state = stateOf(standing);
  const [start] = events;
  const marks = { ...(name && { name }), ...(kept && { kept }) };
  const known = { runId, shortId: short, ...marks, kind, startedAt, endedAt, agent };
  if (start?.type !== "run-start") {
    const totals = { cases: 0, passed: 0, failed: 0, notEvaluated: 0, notRun: 0 };
    return { ...known, state: "damaged", sets, metrics: [], trials: 1, totals };
  }
  return {
    ...known,
    state,
    sets,
    metrics: [...new Set(start.about.sets.flatMap(metricNames))],
    trials: start.about.trials,
    totals: await countsOf(store, start, standing),
    ...(lastGates(events)?.decided !== undefined && { isDecided: true }),
  };
}

function metricNames({ config }: RunSet): readonly string[] {
  return config.metrics.map(({ name }) => name);
}

function lastGates(events: readonly RunEvent[]) {
  return events.findLast((event) => event.type === "gates-end");
}

/** How far a run has come, by its own events and by who works on it. */
export async function runState(store: RunStore, runId: string): Promise<StateOfRun> {
  return stateOf(await standingOf(store, runId));
}

type StateOfRun = Exclude<RunState, "damaged">;

/** As a store tells of a run, where it counts what has ended. */
interface Standing extends Omit<RunStanding, "ended"> {
  readonly ended?: EndCounts | undefined;
}

/** Who works on it is asked first: a run that ends between the two questions has ended, and was not cut off. */
async function standingOf(store: RunStore, runId: string): Promise<Standing> {
  const isLocked = (await store.isLocked?.(runId)) === true;
  return { isLocked, events: await store.runEvents(runId) };
}

function stateOf({ events, isLocked }: Standing): StateOfRun {
  return endOfRun(events)?.status ?? (isLocked ? "running" : "unfinished");
}

/** With one trial a case's verdict is that of its conversation, and no conversation has to be read. */
async function countsOf(
  store: RunStore,
  start: RunStartEvent,
  { events, ended: counted }: Standing,
): Promise<RunCounts> {
  const { runId, about } = start;
  if (!isJudgedAlone(about)) {
    const totals = await pooledTotals(store, start, { events, ended: counted });
    const { cases, passed, failed, notEvaluated, notRun } = totals;
    return { cases, passed, failed, notEvaluated, notRun };
  }
  const ended = counted ?? countEnds(await store.endedCases(runId));
  const { passed, failed } = ended;
  const { caseCount } = about;
  const notRun = Math.max(0, caseCount - passed - failed - ended["not-evaluated"]);
  return { cases: caseCount, passed, failed, notEvaluated: caseCount - passed - failed, notRun };
}

function countEnds(ends: readonly EndedCase[]): EndCounts {
  const statuses = [...new Map(ends.map((each) => [keyOf(each), each.status])).values()];
  const count = (status: EndedCase["status"]) => statuses.filter((each) => each === status).length;
  return {
    passed: count("passed"),
    failed: count("failed"),
    "not-evaluated": count("not-evaluated"),
  };
}
