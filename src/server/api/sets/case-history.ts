import { COST } from "../../../analysis/gates/measure-cost.ts";
import type { RunTable } from "../../../core/folds/run-table.ts";
import type { RunStore } from "../../../core/run-store.ts";
import { withCosts } from "../../../project/gates/with-costs.ts";
import { isOfSet } from "../../../project/history/is-of-set.ts";
import { readCases } from "../../../project/history/load-run.ts";
import { readRunTable } from "../../../project/history/read-run-table.ts";

/** How a case went in one run. */
interface CaseInRun {
  readonly runId: string;
  readonly status: "passed" | "failed" | "not-evaluated";
  readonly reason?: string | undefined;
  /** Of each trial. */
  readonly trials: readonly ("passed" | "failed" | "not-evaluated")[];
}

/** How a case went in the last runs of its set. */
interface CaseHistory {
  /** The oldest first. */
  readonly runs: readonly CaseInRun[];
  /** Seconds a trial took on average, and dollars its own model calls cost where that is known; of the last run it was in. */
  readonly seconds?: number | undefined;
  readonly cost?: number | undefined;
}

export interface SetHistory {
  /** Runs of the set that were looked at, the newest first. */
  readonly runs: readonly { readonly runId: string; readonly startedAt: string }[];
  readonly cases: ReadonlyMap<string, CaseHistory>;
}

/** Reading what every conversation cost takes as long as reading all of them. */
const MOST_PRICED = 2_000;
const MOST_KEPT = 200;

/** Runs that ended do not change any more, so that each is read once. */
const read = new WeakMap<RunStore, Map<string, Promise<RunTable>>>();
const priced = new WeakMap<RunTable, Promise<RunTable>>();

/** The last runs of an eval set, case by case. Two sets may have one id: the file tells them apart. */
export async function setHistory(store: RunStore, set: SetWanted, most = 10): Promise<SetHistory> {
  const { evalSetId } = set;
  const tables = await lastTables(store, { ...set, most });
  const last = await lastFigures(store, tables, evalSetId);
  const cases = new Map<string, CaseHistory>();
  for (const table of tables.toReversed()) {
    for (const each of table.cases) {
      if (each.evalSetId !== evalSetId) continue;
      const runs = [...(cases.get(each.evalId)?.runs ?? []), inRun(table, each)];
      cases.set(each.evalId, { runs, ...last.get(each.evalId) });
    }
  }
  const runs = tables.map(({ runId, startedAt }) => ({ runId, startedAt }));
  return { runs, cases };
}

type TableCase = RunTable["cases"][number];
type Figures = Pick<CaseHistory, "seconds" | "cost">;

/** Of each case in the last run that it was in: one that ran some cases again tells nothing of the others. */
async function lastFigures(
  store: RunStore,
  tables: readonly RunTable[],
  evalSetId: string,
): Promise<ReadonlyMap<string, Figures>> {
  const figures = new Map<string, Figures>();
  let room = MOST_PRICED;
  for (const table of tables) {
    const isNew = (each: TableCase) => each.evalSetId === evalSetId && !figures.has(each.evalId);
    if (!table.cases.some(isNew)) continue;
    room -= table.cases.reduce((sum, { trials }) => sum + trials.length, 0);
    const known = room < 0 ? table : await pricedTable(store, table);
    for (const each of known.cases.filter(isNew)) figures.set(each.evalId, figuresOf(known, each));
  }
  return figures;
}

function inRun({ runId }: RunTable, { status, trials }: TableCase): CaseInRun {
  return {
    runId,
    status,
    reason: trials.find(({ reason }) => reason !== undefined)?.reason,
    trials: trials.map((trial) => trial.status),
  };
}

interface SetWanted {
  readonly evalSetId: string;
  readonly file: string;
  /** Where runs begin here. */
  readonly cwd: string;
}

interface Wanted extends SetWanted {
  readonly most: number;
}

/** The newest first. */
async function lastTables(store: RunStore, { most, ...set }: Wanted): Promise<readonly RunTable[]> {
  const tables: RunTable[] = [];
  for (const { runId, kind, sets, endedAt } of await store.list()) {
    if (tables.length === most) break;
    if (kind !== "eval" || endedAt === undefined || !sets.includes(set.evalSetId)) continue;
    // one that is damaged tells nothing, and keeps nobody from the others
    const table = await tableOf(store, `${runId} ${endedAt}`, runId).catch(() => undefined);
    if (table !== undefined && isOfSet(table.about, set)) tables.push(table);
  }
  return tables;
}

function tableOf(store: RunStore, key: string, runId: string): Promise<RunTable> {
  const kept = read.get(store) ?? new Map<string, Promise<RunTable>>();
  read.set(store, kept);
  const found = kept.get(key) ?? readRunTable(store, runId, { withoutCalls: true });
  kept.set(key, found);
  for (const [old] of kept) if (kept.size > MOST_KEPT) kept.delete(old);
  return found;
}

/** What cannot be read of a run keeps nobody from the rest of it. */
async function pricedTable(store: RunStore, table: RunTable): Promise<RunTable> {
  const found = priced.get(table) ?? withCosts(table, readCases(store, table.runId));
  priced.set(table, found);
  return await found.catch(() => table);
}

function figuresOf({ metrics }: RunTable, { trials }: TableCase): Figures {
  const place = metrics.findIndex(({ name }) => name === COST);
  const costs = trials.flatMap(({ scores }) => scores[place] ?? []);
  return {
    seconds: mean(trials.map(({ duration }) => duration)),
    cost: place >= 0 && costs.length === trials.length ? mean(costs) : undefined,
  };
}

function mean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
