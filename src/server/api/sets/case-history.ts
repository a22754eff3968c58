import { COST } from "../../../analysis/gates/measure-cost.ts";
import type { RunTable } from "../../../core/folds/run-table.ts";
import type { RunStore } from "../../../core/run-store.ts";
import { withCosts } from "../../../project/gates/with-costs.ts";
import { readCases } from "../../../project/history/load-run.ts";
import { readRunTable } from "../../../project/history/read-run-table.ts";
import { isOf } from "./recorded-cases.ts";

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
  /** Seconds a trial took on average, and dollars its own model calls cost where that is known; of the newest run. */
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

/** The last runs of an eval set, case by case. Two sets may have one id: the file tells them apart. */
export async function setHistory(store: RunStore, set: SetWanted, most = 10): Promise<SetHistory> {
  const { evalSetId } = set;
  const tables = await lastTables(store, { ...set, most });
  const cases = new Map<string, CaseHistory>();
  for (const [at, table] of tables.toReversed().entries()) {
    const isNewest = at === tables.length - 1;
    for (const each of table.cases) {
      if (each.evalSetId !== evalSetId) continue;
      const runs = [...(cases.get(each.evalId)?.runs ?? []), inRun(table, each)];
      cases.set(each.evalId, { runs, ...(isNewest ? figuresOf(table, each) : {}) });
    }
  }
  const runs = tables.map(({ runId, startedAt }) => ({ runId, startedAt }));
  return { runs, cases };
}

type TableCase = RunTable["cases"][number];

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
    const key = `${runId} ${endedAt}`;
    // one that is damaged tells nothing, and keeps nobody from the others
    const table = await tableOf(store, { key, runId, isPriced: tables.length === 0 }).catch(
      () => undefined,
    );
    if (table !== undefined && isOf(table.about, set)) tables.push(table);
  }
  return tables;
}

function tableOf(
  store: RunStore,
  {
    key,
    runId,
    isPriced,
  }: { readonly key: string; readonly runId: string; readonly isPriced: boolean },
): Promise<RunTable> {
  const kept = read.get(store) ?? new Map<string, Promise<RunTable>>();
  read.set(store, kept);
  const name = `${key} ${isPriced}`;
  const found = kept.get(name) ?? readTable(store, runId, isPriced);
  kept.set(name, found);
  for (const [old] of kept) if (kept.size > MOST_KEPT) kept.delete(old);
  return found;
}

async function readTable(store: RunStore, runId: string, isPriced: boolean): Promise<RunTable> {
  const table = await readRunTable(store, runId, { withoutCalls: true });
  const conversations = table.cases.reduce((sum, { trials }) => sum + trials.length, 0);
  if (!isPriced || conversations > MOST_PRICED) return table;
  return await withCosts(table, readCases(store, runId));
}

function figuresOf(
  { metrics }: RunTable,
  { trials }: TableCase,
): Pick<CaseHistory, "seconds" | "cost"> {
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
