import { resolve } from "node:path";
import { type PlanPowerRequest, planPower } from "../../analysis/power/plan-power.ts";
import { priceOfRuns } from "../../analysis/power/price-of-runs.ts";
import { isPartial } from "../../analysis/trends/trend-fold.ts";
import { isChosenByOutcome } from "../../core/analysis/chosen-by-outcome.ts";
import type { PowerPlan } from "../../core/analysis/power-plan.ts";
import { UserFacingError } from "../../core/errors.ts";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import { asksModels } from "../comparison/comparable-run.ts";
import { openSetFile } from "../eval-sets/open-set-file.ts";
import { parseSelectors } from "../eval-sets/parse-selectors.ts";
import { findEvalSets } from "../eval-sets/select-eval-sets.ts";
import { withCosts } from "../gates/with-costs.ts";
import { findRun } from "../history/finding/find-run.ts";
import { mayBeOfSet, type SetWanted } from "../history/is-of-set.ts";
import { readCases } from "../history/load-run.ts";
import { readRunTable } from "../history/read-run-table.ts";
import { selectCases } from "../plan/plan-cases.ts";
import { reachOfMetric } from "./reach-of-metric.ts";

export interface SetsPlanRequest
  extends Pick<PlanPowerRequest, "detect" | "power" | "metric" | "trials"> {
  /** Files, folders or ids of sets, each with its `:case,case`. */
  readonly evalSets: readonly string[];
  /** The run to compare with, by its id, the beginning of one, or latest. */
  readonly baseline?: string | undefined;
  readonly cwd: string;
}

export interface SetsPlan extends PowerPlan {
  readonly sets: readonly { readonly evalSetId: string; readonly cases: number }[];
  /** The runs whose spread it is, newest first. */
  readonly runIds: readonly string[];
}

/** More runs than these say little that is new, and cost time to read. */
const MOST_RUNS = 10;

/** Plans for sets by what the workspace's runs of them show. */
export async function planForSets(store: RunStore, request: SetsPlanRequest): Promise<SetsPlan> {
  const { detect, power, metric, trials, baseline } = request;
  const planned = await plannedSets(store, request);
  const { sets } = planned;
  const runs = await earlierRuns(store, planned, request.cwd);
  const compared =
    baseline === undefined
      ? undefined
      : await baselineOf(store, baseline, { sets, cwd: request.cwd });
  const cases = [...sets.values()].reduce((sum, ids) => sum + ids.size, 0);
  const reach = runs.length === 0 && metric !== undefined ? reachOfMetric(metric) : undefined;
  const plan = planPower({ detect, power, metric, reach, trials, runs, baseline: compared, cases });
  return {
    ...plan,
    sets: Array.from(sets, ([evalSetId, ids]) => ({ evalSetId, cases: ids.size })),
    runIds: plan.spread.source === "runs" ? havingMetric(runs, metric) : [],
  };
}

function havingMetric(runs: readonly RunTable[], metric: string | undefined): readonly string[] {
  const having = runs.filter(
    ({ metrics }) => metric === undefined || metrics.some(({ name }) => name === metric),
  );
  return having.map(({ runId }) => runId);
}

type CaseIds = ReadonlyMap<string, ReadonlySet<string>>;

/** Sets that are planned for. */
interface Planned {
  /** By set id the ids of its cases. */
  readonly sets: CaseIds;
  /** Absolute files of the sets, as far as they are known. */
  readonly files: readonly Omit<SetWanted, "cwd">[];
}

/** From the files of the sets, or from runs where an id is all there is. */
async function plannedSets(store: RunStore, { evalSets, cwd }: SetsPlanRequest): Promise<Planned> {
  const found = new Map<string, ReadonlySet<string>>();
  const files: Planned["files"][number][] = [];
  for (const text of evalSets) {
    const named = await fromFiles(text, cwd).catch(async (error: unknown) => {
      const kept = await fromRuns(store, text);
      if (kept === undefined) throw error;
      return { sets: kept, files: [] };
    });
    files.push(...named.files);
    for (const [id, cases] of named.sets) {
      found.set(id, new Set([...(found.get(id) ?? []), ...cases]));
    }
  }
  return { sets: found, files };
}

async function fromFiles(text: string, cwd: string): Promise<Planned> {
  const { sets } = await findEvalSets(parseSelectors([text]), { agentDirectory: cwd, cwd });
  const found = new Map<string, ReadonlySet<string>>();
  const files: Planned["files"][number][] = [];
  for (const { path, name, cases } of sets) {
    const source = await openSetFile(path, name);
    checkCases(source, name, cases);
    const selected = selectCases(source, { named: cases, tags: [] });
    const id = source.header.evalSetId;
    found.set(id, new Set(selected.map((index) => source.caseIds[index] ?? "")));
    files.push({ evalSetId: id, file: resolve(cwd, path) });
  }
  return { sets: found, files };
}

function checkCases(source: EvalSetSource, name: string, cases: readonly string[]): void {
  const missing = cases.find((id) => !source.caseIds.includes(id));
  if (missing === undefined && source.caseIds.length > 0) return;
  if (missing === undefined) {
    throw new UserFacingError("eval-set/empty", `${name} has no cases.`, {
      hint: "Write some first; without any there is nothing to plan for.",
    });
  }
  const near = nearest(missing, source.caseIds);
  throw new UserFacingError("eval-set/unknown-case", `${name} has no case "${missing}".`, {
    hint:
      near === undefined
        ? `Case ids are listed by:  assay eval-set show ${name}`
        : `Did you mean ${near}?`,
  });
}

/** A set that only runs know of by now: as the newest whole run had it, else all that runs have had of it. */
async function fromRuns(store: RunStore, evalSetId: string): Promise<CaseIds | undefined> {
  const seen = new Set<string>();
  for (const { runId, kind } of await store.list()) {
    const [start] = await store.runEvents(runId);
    if (kind !== "eval" || start?.type !== "run-start") continue;
    const { about } = start;
    if (!about.sets.some((set) => set.evalSetId === evalSetId)) continue;
    const ended = await store.endedCases(runId);
    const own = ended.filter((each) => each.evalSetId === evalSetId);
    const ids = new Set(own.map(({ evalId }) => evalId));
    const isWhole = !isPartial(about) && new Set(ended.map(caseKeyOf)).size === about.caseCount;
    if (isWhole && ids.size > 0) return new Map([[evalSetId, ids]]);
    for (const id of ids) seen.add(id);
  }
  return seen.size === 0 ? undefined : new Map([[evalSetId, seen]]);
}

/** Runs of the sets' own files, since another agent may have a set of the same id; any with such an id where there are none. */
async function earlierRuns(
  store: RunStore,
  { sets, files }: Planned,
  cwd: string,
): Promise<readonly RunTable[]> {
  const isOwn = (about: RunInfo) => files.some((set) => mayBeOfSet(about, { ...set, cwd }));
  const own = files.length === 0 ? [] : await newestRuns(store, sets, isOwn);
  if (own.length > 0) return own;
  return await newestRuns(store, sets, (about) => {
    return about.sets.some(({ evalSetId }) => sets.has(evalSetId));
  });
}

async function newestRuns(
  store: RunStore,
  sets: CaseIds,
  isMeant: (about: RunInfo) => boolean,
): Promise<readonly RunTable[]> {
  const found: RunTable[] = [];
  for (const { runId, kind } of await store.list()) {
    if (found.length === MOST_RUNS) break;
    const [start] = await store.runEvents(runId);
    if (kind !== "eval" || start?.type !== "run-start") continue;
    if (isChosenByOutcome(start.about) || !isMeant(start.about)) continue;
    const read = await readRunTable(store, runId);
    // the newest run that tells a price is enough, and its conversations have to be read for it
    const isPriced = priceOfRuns(found).cost !== null || !asksModels(read);
    const table = onlyOf(isPriced ? read : await withCosts(read, readCases(store, runId)), sets);
    if (table.cases.length > 0) found.push(table);
  }
  return found;
}

/** What a run says of these cases. What it paid for models is for all of its cases alike. */
function onlyOf(run: RunTable, sets: CaseIds): RunTable {
  const cases = run.cases.filter(({ evalSetId, evalId }) => sets.get(evalSetId)?.has(evalId));
  const share = run.cases.length === 0 ? 0 : cases.length / run.cases.length;
  const { cost } = run.modelCalls;
  const modelCalls = { ...run.modelCalls, cost: cost === undefined ? cost : cost * share };
  return { ...run, cases, modelCalls };
}

async function baselineOf(
  store: RunStore,
  text: string,
  { sets, cwd }: { readonly sets: CaseIds; readonly cwd: string },
): Promise<RunTable> {
  const run = onlyOf(await readRunTable(store, await findRun(store, text, { cwd })), sets);
  if (run.cases.length > 0) return run;
  throw new UserFacingError(
    "run/not-found",
    `The baseline ${text} has no case of ${[...sets.keys()].join(", ")}.`,
    { hint: "Name a run of the same set; assay runs lists them with their sets." },
  );
}
