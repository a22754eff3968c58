import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { RunInfo, RunSet } from "../../core/run-info.ts";
import type { RunListing, RunStore } from "../../core/run-store.ts";
import { loadRun } from "../history/load-run.ts";
import type { PlannedSet } from "../plan/plan-cases.ts";
import type { PreparedRun } from "../plan/prepared-run.ts";
import { changedFiles, isCode } from "./check-unchanged.ts";

/** What `--changed` makes of a plan. */
export interface ChangedCases {
  /** Ids by set: those whose agent, case or config differs from their last run, or that did not pass in it. */
  readonly changed: Readonly<Record<string, readonly string[]>>;
  /** How many are left out, by the run in which they passed; the newest first. */
  readonly unchanged: readonly { readonly runId: string; readonly cases: number }[];
}

/** How many runs of the same agent are looked at for a case. */
const MOST_RUNS = 50;

/**
 * A case is left out when its newest run by the same agent, in the same words and by the same criteria, passed. Runs by
 * other code or criteria say nothing about it; one by the same that failed says that it is to be run again.
 */
export async function changedCases(
  store: RunStore,
  { about, sets }: Pick<PreparedRun, "about" | "sets">,
): Promise<ChangedCases> {
  const open = new Map(sets.map((set) => [set.evalSetId, openCases(set)]));
  const passedIn = new Map<string, number>();
  for (const listing of (await candidates(store)).slice(0, MOST_RUNS)) {
    if ([...open.values()].every((cases) => cases.size === 0)) break;
    await settle(store, listing, { about, sets, open, passedIn });
  }
  const changed = Object.fromEntries(
    sets.map((set) => [set.evalSetId, stillToRun(set, open.get(set.evalSetId))]),
  );
  const unchanged = [...passedIn].map(([runId, cases]) => ({ runId, cases }));
  return { changed, unchanged };
}

/** By id: whether its newest comparable run is still to be found, or was found and did not pass. */
type OpenCases = Map<string, "unknown" | "to run">;

function openCases({ source, selected }: PlannedSet): OpenCases {
  return new Map(selected.map((index) => [source.caseIds[index] ?? "", "unknown"]));
}

function stillToRun(
  { source, selected }: PlannedSet,
  open: OpenCases | undefined,
): readonly string[] {
  return selected.map((index) => source.caseIds[index] ?? "").filter((id) => open?.has(id));
}

async function candidates(store: RunStore): Promise<readonly RunListing[]> {
  return (await store.list()).filter(({ kind }) => kind === "eval");
}

interface Settling {
  readonly about: RunInfo;
  readonly sets: readonly PlannedSet[];
  readonly open: ReadonlyMap<string, OpenCases>;
  readonly passedIn: Map<string, number>;
}

async function settle(
  store: RunStore,
  { runId }: RunListing,
  { about, sets, open, passedIn }: Settling,
): Promise<void> {
  const [start] = await store.runEvents(runId);
  if (start?.type !== "run-start" || !asksTheSame(start.about, about)) return;
  const same = about.sets.filter((set) => {
    const before = start.about.sets.find((each) => each.evalSetId === set.evalSetId);
    return before !== undefined && configText(before) === configText(set);
  });
  if (same.length === 0 || !readTheSame(start.about, about)) return;
  const byId = new Map(sets.map((set) => [set.evalSetId, set]));
  const comparable = new Set(same.map(({ evalSetId }) => evalSetId));
  const { summary, cases } = await loadRun(store, runId);
  const verdicts = new Map(summary.cases.map((row) => [caseKeyOf(row), row.status]));
  for await (const result of cases()) {
    const { evalSetId, evalId, trial } = result;
    const left = open.get(evalSetId);
    if (trial > 0 || !comparable.has(evalSetId) || left?.get(evalId) !== "unknown") continue;
    const now = await caseOf(byId.get(evalSetId), evalId);
    if (JSON.stringify(now) !== JSON.stringify(result.evalCase)) continue;
    if (verdicts.get(caseKeyOf(result)) === "passed") {
      left.delete(evalId);
      passedIn.set(runId, (passedIn.get(runId) ?? 0) + 1);
    } else left.set(evalId, "to run");
  }
}

/**
 * Prompts, tables and whatever else the agent or a metric may read. A file that changed while the earlier run ran counts too:
 * whether the agent or its author wrote it, nobody can tell.
 */
function readTheSame(before: RunInfo, after: RunInfo): boolean {
  const known = before.inputs?.files ?? {};
  // code that is new shows in the hashes of the agent and the config
  const isNew = (file: string) => !(file in known || isCode(file));
  return (
    changedFiles(before, after).length === 0 && !Object.keys(after.inputs?.files ?? {}).some(isNew)
  );
}

async function caseOf(set: PlannedSet | undefined, evalId: string): Promise<unknown> {
  const index = set?.source.caseIds.indexOf(evalId) ?? -1;
  return index < 0 ? undefined : await set?.source.read(index);
}

/** Everything about a request that can change a verdict, apart from the sets. */
function asksTheSame(before: RunInfo, after: RunInfo): boolean {
  return (
    // what a session file contains is not in the record
    [before, after].every(({ options }) => options?.initialSessionFile === undefined) &&
    JSON.stringify(agentOf(before)) === JSON.stringify(agentOf(after)) &&
    before.version === after.version &&
    before.trials >= after.trials &&
    before.require === after.require &&
    JSON.stringify(settingsOf(before)) === JSON.stringify(settingsOf(after))
  );
}

function agentOf({ agent }: RunInfo): unknown {
  const { name, ...rest } = agent;
  return Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Flags that decide who judges, plays and begins. */
function settingsOf({ options = {} }: RunInfo): readonly unknown[] {
  const { judgeModel, baseUrl, judgeCheck } = options as Readonly<Record<string, unknown>>;
  return [judgeModel ?? null, baseUrl ?? null, judgeCheck ?? null];
}

/** Where a config stands is no part of what it says. */
function configText({ config }: RunSet): string {
  const { path, ...rest } = config;
  return JSON.stringify(rest);
}
