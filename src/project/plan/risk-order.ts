import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { EndedCase, RunStore } from "../../core/run-store.ts";
import type { PlannedCase } from "../../runner/run-plan.ts";
import type { PreparedRun } from "./prepared-run.ts";

/** The tag of what must always work. */
const CRITICAL = "critical";
const MOST_RUNS = 20;

type Key = Pick<PlannedCase, "evalSetId" | "evalId">;
export type RankOf = (planned: Key) => number;

/** What is most likely to stop a release first: critical cases, then those that did not pass last time, then new ones. */
export async function riskOrder(
  store: RunStore,
  { about, sets }: Pick<PreparedRun, "about" | "sets">,
): Promise<RankOf> {
  const last = await lastVerdicts(store, about.agent.path);
  const ranks = new Map<string, number>();
  for (const { source, evalSetId, selected } of sets) {
    for (const index of selected) {
      const key = caseKeyOf({ evalSetId, evalId: source.caseIds[index] ?? "" });
      const status = last.get(key);
      const doubt = status === undefined ? 1 : status === "passed" ? 2 : 0;
      ranks.set(key, doubt + (source.tagsOf(index).includes(CRITICAL) ? 0 : 3));
    }
  }
  return (planned) => ranks.get(caseKeyOf(planned)) ?? 0;
}

/** The same cases, the riskiest first; where they stand in reports does not change. */
export function inOrder(
  cases: Iterable<PlannedCase>,
  rank: RankOf | undefined,
): Iterable<PlannedCase> {
  return rank === undefined ? cases : [...cases].sort((a, b) => rank(a) - rank(b));
}

async function lastVerdicts(
  store: RunStore,
  agentPath: string | undefined,
): Promise<ReadonlyMap<string, EndedCase["status"]>> {
  const found = new Map<string, EndedCase["status"]>();
  const runs = (await store.list()).filter(({ kind }) => kind === "eval").slice(0, MOST_RUNS);
  for (const { runId } of runs) {
    const [start] = await store.runEvents(runId);
    if (start?.type !== "run-start" || start.about.agent.path !== agentPath) continue;
    const ofRun = new Map<string, EndedCase["status"]>();
    for (const each of await store.endedCases(runId)) {
      // one trial that did not pass is reason enough to look early
      if (ofRun.get(caseKeyOf(each)) === undefined || each.status !== "passed") {
        ofRun.set(caseKeyOf(each), each.status);
      }
    }
    for (const [key, status] of ofRun) if (!found.has(key)) found.set(key, status);
  }
  return found;
}
