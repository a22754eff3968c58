import { basename, resolve } from "node:path";
import type { Trend } from "../../analysis/trends/trend.ts";
import { trendFold } from "../../analysis/trends/trend-fold.ts";
import { UserFacingError } from "../../core/errors.ts";
import { endOfRun } from "../../core/folds/end-of-run.ts";
import type { RunInfo, RunSet } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import { nearest } from "../../core/text/nearest.ts";
import { noRuns } from "./finding/no-such-run.ts";
import { isOfSet, mayBeOfSet } from "./is-of-set.ts";
import { readRunTable } from "./read-run-table.ts";

export interface TrendRequest {
  /** An eval set by its id, its file or the file's name; that of the newest run unless given. */
  readonly evalSet?: string | undefined;
  /** The file of the set, where several have the same id; that which `evalSet` names unless given. */
  readonly file?: string | undefined;
  /** Runs of this agent; of the one that ran the set last unless given. */
  readonly agent?: string | undefined;
  /** The newest so many runs. */
  readonly limit: number;
  readonly cwd: string;
}

/** How the runs of an eval set went, from the tables of the stored runs: one is held at a time. */
export async function readTrend(store: RunStore, request: TrendRequest): Promise<Trend> {
  const begun = await begunRuns(store);
  if (begun.length === 0) throw noRuns();
  const chosen = chooseSet(begun, request);
  const { evalSetId } = chosen;
  const ofSet = runsOf(begun, chosen, request);
  const agent = chooseAgent(ofSet, evalSetId, request);
  const ofAgent = ofSet.filter(({ about }) => about.agent.name === agent);
  const ended = ofAgent.filter(({ isEnded }) => isEnded);
  const wanted = ended.slice(0, request.limit).reverse();
  const ids = (await store.list()).map(({ runId }) => runId);
  const fold = trendFold(evalSetId, agent, ids);
  let [unfinished, stoppedEarly] = [0, 0];
  for (const { runId } of wanted) {
    const table = await readRunTable(store, runId, { withoutCalls: true });
    // a run that left cases out in the middle is no sample of the set
    if (table.notRun === 0) fold.add(table);
    else if (table.decided === undefined) unfinished += 1;
    else stoppedEarly += 1;
  }
  return fold.trend({
    older: ended.length - wanted.length,
    unfinished: unfinished + (ofAgent.length - ended.length),
    stoppedEarly,
    otherAgents: ofSet.length - ofAgent.length,
  });
}

interface BegunRun {
  readonly runId: string;
  readonly about: RunInfo;
  readonly isEnded: boolean;
}

/** Runs of agents, newest first. */
async function begunRuns(store: RunStore): Promise<readonly BegunRun[]> {
  const found: BegunRun[] = [];
  for (const { runId, kind } of await store.list()) {
    if (kind !== "eval") continue;
    const events = await store.runEvents(runId);
    const [start] = events;
    if (start?.type !== "run-start") continue;
    const end = endOfRun(events)?.status;
    found.push({ runId, about: start.about, isEnded: end === "ended" || end === "stopped-early" });
  }
  return found;
}

/** Runs of the set; where its file is known, not those of another file with the same id. */
function runsOf(
  begun: readonly BegunRun[],
  { evalSetId, file }: ChosenSet,
  { cwd }: TrendRequest,
): readonly BegunRun[] {
  const ofId = begun.filter(({ about }) => has(about, evalSetId));
  if (file === undefined) return ofId;
  const wanted = { evalSetId, file: resolve(cwd, file), cwd };
  const own = ofId.filter(({ about }) => isOfSet(about, wanted));
  // whose set it is say the runs of the file itself; those of a file that is gone may be of another agent's
  const agents = new Set(own.map(({ about }) => about.agent.name));
  const ofFile = ofId.filter(({ about }) => {
    return mayBeOfSet(about, wanted) && (own.length === 0 || agents.has(about.agent.name));
  });
  if (ofFile.length > 0) return ofFile;
  throw new UserFacingError("run/not-found", `No run here has the eval set of ${file}.`, {
    hint: `Runs of ${JSON.stringify(evalSetId)} are of another file with that id.`,
  });
}

function has({ sets }: RunInfo, evalSetId: string): boolean {
  return sets.some((set) => set.evalSetId === evalSetId);
}

interface ChosenSet {
  readonly evalSetId: string;
  /** Where it was named by its file. */
  readonly file?: string | undefined;
}

function chooseSet(runs: readonly BegunRun[], { evalSet, file, cwd }: TrendRequest): ChosenSet {
  if (evalSet === undefined) return { evalSetId: runs[0]?.about.sets[0]?.evalSetId ?? "", file };
  for (const { about } of runs) {
    const found = about.sets.find((set) => isNamed(set, evalSet, about.cwd ?? cwd, cwd));
    if (found === undefined) continue;
    const { evalSetId } = found;
    const isFile = evalSetId !== evalSet && basename(found.path ?? "") !== evalSet;
    return { evalSetId, file: file ?? (isFile ? evalSet : undefined) };
  }
  throw noSuchSet(runs, evalSet);
}

function noSuchSet(runs: readonly BegunRun[], evalSet: string): UserFacingError {
  const known = new Map<string, number>();
  for (const { about } of runs) {
    for (const { evalSetId } of about.sets) known.set(evalSetId, (known.get(evalSetId) ?? 0) + 1);
  }
  const near = nearest(evalSet, known.keys());
  const list = [...known].slice(0, 5).map(([id, count]) => `${id} (${count})`);
  const more = known.size > 5 ? ` and ${known.size - 5} more` : "";
  return new UserFacingError("run/not-found", `No run here has an eval set "${evalSet}".`, {
    hint: `${near === undefined ? "" : `Did you mean ${near}? `}Sets with runs: ${list.join(", ")}${more}.`,
  });
}

function isNamed({ evalSetId, path }: RunSet, text: string, from: string, cwd: string): boolean {
  if (evalSetId === text) return true;
  if (path === undefined) return false;
  const file = basename(path);
  return file === text || resolve(from, path) === resolve(cwd, text);
}

function chooseAgent(
  runs: readonly BegunRun[],
  evalSetId: string,
  { agent }: TrendRequest,
): string {
  const names = [...new Set(runs.map(({ about }) => about.agent.name))];
  if (agent === undefined) return names[0] ?? "";
  const folder = basename(agent);
  const found = names.find((name) => name === agent) ?? names.find((name) => name === folder);
  if (found !== undefined) return found;
  const near = nearest(agent, names);
  throw new UserFacingError("run/not-found", `No run of ${evalSetId} is by an agent "${agent}".`, {
    hint: near === undefined ? `It was run by ${names.join(", ")}.` : `Did you mean ${near}?`,
  });
}
