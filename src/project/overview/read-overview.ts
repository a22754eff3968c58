import { caseNews } from "../../analysis/overview/case-news.ts";
import type {
  AgentOverview,
  Overview,
  RecentRun,
  RunLine,
} from "../../analysis/overview/overview.ts";
import type { RunFigures } from "../../analysis/overview/run-figures.ts";
import type { RunListing, RunStore } from "../../core/run-store.ts";
import { shortId } from "../../core/text/short-id.ts";
import { quantileOf } from "../../statistics/means/quantile.ts";
import { runState } from "../history/list-runs.ts";
import type { BaselineCache } from "./baseline-cache.ts";
import type { FiguresCache } from "./figures-cache.ts";
import { toldNews } from "./told-news.ts";

export interface OverviewParts {
  readonly store: RunStore;
  readonly figures: FiguresCache;
  readonly baselines: BaselineCache;
}

/** Runs of an agent that its line is drawn from. */
const MOST_RUNS = 20;
const MOST_RECENT = 13;

/** How every agent stands, and what is new since an ISO time; without one, since the run before the last. */
export async function readOverview(parts: OverviewParts, since?: string): Promise<Overview> {
  const { store } = parts;
  const all = (await store.list()).filter(({ kind }) => kind === "eval" || kind === "score");
  const ids = all.map(({ runId }) => runId);
  const byAgent = new Map<string, RunListing[]>();
  for (const run of all.filter(({ kind }) => kind === "eval")) {
    byAgent.set(run.agent, [...(byAgent.get(run.agent) ?? []), run]);
  }
  const agents: AgentOverview[] = [];
  const news = [];
  for (const [agent, listings] of byAgent) {
    const ended = await endedRuns(listings, parts, since);
    agents.push(await agentOverview(agent, { listings, ended, ids, parts }));
    news.push(...caseNews(ended.toReversed(), since));
  }
  const recent: RecentRun[] = [];
  for (const listing of all) {
    if (recent.length === MOST_RECENT) break;
    const run = await recentRun(listing, ids, parts);
    if (run !== undefined) recent.push(run);
  }
  return {
    agents,
    news: { since, ...(await toldNews(news, ids, store)) },
    recent,
    runs: all.length,
  };
}

/** The same of one agent, with its last runs; undefined where it never ran. */
export async function readAgent(
  parts: OverviewParts,
  agent: string,
): Promise<AgentRuns | undefined> {
  const all = await parts.store.list();
  const ids = all.map(({ runId }) => runId);
  const listings = all.filter((run) => run.kind === "eval" && run.agent === agent);
  if (listings.length === 0) return undefined;
  const ended = await endedRuns(listings, parts, undefined);
  const runs: RecentRun[] = [];
  for (const listing of listings.slice(0, MOST_RUNS)) {
    const run = await recentRun(listing, ids, parts);
    if (run !== undefined) runs.push(run);
  }
  return { overview: await agentOverview(agent, { listings, ended, ids, parts }), runs };
}

interface AgentRuns {
  readonly overview: AgentOverview;
  /** That have ended, newest first. */
  readonly runs: readonly RecentRun[];
}

/** Newest first: as many as the line shows, and all since somebody looked, with the one before. */
async function endedRuns(
  listings: readonly RunListing[],
  { figures }: OverviewParts,
  since: string | undefined,
): Promise<readonly RunFigures[]> {
  const found: RunFigures[] = [];
  let isOld = false;
  for (const { runId, startedAt } of listings) {
    if (found.length >= MOST_RUNS && (since === undefined || isOld)) break;
    const run = await figures.of(runId);
    if (run === undefined) continue;
    found.push(run);
    isOld = since !== undefined && Date.parse(startedAt) <= Date.parse(since);
  }
  return found;
}

interface RunsOfAgent {
  readonly listings: readonly RunListing[];
  readonly ended: readonly RunFigures[];
  readonly ids: readonly string[];
  readonly parts: OverviewParts;
}

async function agentOverview(
  agent: string,
  { listings, ended, ids, parts }: RunsOfAgent,
): Promise<AgentOverview> {
  const last = ended.find(({ isPartial }) => !isPartial) ?? ended[0];
  if (last === undefined) return { agent, passRates: [], before: {}, runs: listings.length };
  const same = ended.filter(
    (run) => run.isPartial === last.isPartial && isSameSets(run.sets, last.sets),
  );
  const earlier = same.filter(({ runId }) => runId !== last.runId);
  const middle = (pick: (run: RunFigures) => number | null) =>
    quantileOf(
      earlier.flatMap((run) => pick(run) ?? []),
      0.5,
    ) ?? undefined;
  const name = listings.find(({ runId }) => runId === last.runId)?.name;
  return {
    agent,
    last: {
      ...lineOf(last),
      shortId: shortId(last.runId, ids),
      name,
      against: await parts.baselines.of(last.runId, ids),
    },
    passRates: same
      .slice(0, MOST_RUNS)
      .map(({ passRate }) => passRate)
      .reverse(),
    before: { cost: middle(({ cost }) => cost), p95: middle(({ p95 }) => p95) },
    runs: listings.length,
  };
}

async function recentRun(
  { runId, name }: RunListing,
  ids: readonly string[],
  { store, figures, baselines }: OverviewParts,
): Promise<RecentRun | undefined> {
  const run = await figures.of(runId);
  if (run === undefined) return undefined;
  return {
    ...lineOf(run),
    shortId: shortId(runId, ids),
    name,
    state: await runState(store, runId),
    against: await baselines.of(runId, ids),
  };
}

function isSameSets(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((set) => other.includes(set));
}

function lineOf({ verdicts: _, metrics: __, ...line }: RunFigures): RunLine {
  return line;
}
