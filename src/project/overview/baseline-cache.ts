import { compareRuns } from "../../analysis/compare/compare-runs.ts";
import { againstBaseline } from "../../analysis/overview/against-baseline.ts";
import type { AgainstBaseline } from "../../analysis/overview/overview.ts";
import { isChosenByOutcome } from "../../core/analysis/chosen-by-outcome.ts";
import { endOfRun } from "../../core/folds/end-of-run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import { shortId } from "../../core/text/short-id.ts";
import { covers } from "../history/finding/check-baseline.ts";
import { findBaseline } from "../history/finding/find-baseline.ts";
import { readRunTable } from "../history/read-run-table.ts";

/** How runs stand to the ones that they are held against, each worked out once. */
export interface BaselineCache {
  /** Undefined where there is nothing to compare with. */
  of(runId: string, ids: readonly string[]): Promise<AgainstBaseline | undefined>;
}

const MOST_HELD = 500;
/** Larger runs are compared when somebody asks for it, and not for a line in a list. */
const MOST_CASES = 5_000;

export function baselineCache(store: RunStore, cwd: string): BaselineCache {
  const held = new Map<string, Promise<AgainstBaseline | undefined>>();
  return {
    of(runId, ids) {
      const known = held.get(runId);
      if (known !== undefined) return known;
      const asked = compareWithBaseline(store, { runId, ids, cwd }).catch(() => undefined);
      held.set(runId, asked);
      for (const [old] of held) if (held.size > MOST_HELD) held.delete(old);
      return asked;
    },
  };
}

interface Asked {
  readonly runId: string;
  readonly ids: readonly string[];
  readonly cwd: string;
}

async function compareWithBaseline(
  store: RunStore,
  { runId, ids, cwd }: Asked,
): Promise<AgainstBaseline | undefined> {
  const [start] = await store.runEvents(runId);
  if (start?.type !== "run-start" || start.about.caseCount > MOST_CASES) return undefined;
  if (isChosenByOutcome(start.about)) return undefined;
  const found =
    (await byGit(store, { runId, ids, cwd, about: start.about })) ??
    (await runBefore(store, { runId, ids, cwd, about: start.about }));
  if (found === undefined) return undefined;
  const options = { withoutCalls: true };
  const a = await readRunTable(store, found.runId, options);
  const b = await readRunTable(store, runId, options);
  return againstBaseline(compareRuns(a, b), { ...found, shortId: shortId(found.runId, ids) });
}

interface Search extends Asked {
  readonly about: RunInfo;
}

/** What came before by git is what a change is held against; where git says nothing, what ran before. */
async function byGit(store: RunStore, { runId, cwd, about }: Search) {
  if (about.git === undefined) return undefined;
  return await findBaseline(store, { about, runId, cwd }).catch(() => undefined);
}

async function runBefore(store: RunStore, { runId, ids, about }: Search) {
  const listings = await store.list();
  const own = listings.findIndex((each) => each.runId === runId);
  for (const each of listings.slice(own + 1)) {
    if (each.kind !== "eval" || each.agent !== about.agent.name) continue;
    const events = await store.runEvents(each.runId);
    const [start] = events;
    if (start?.type !== "run-start" || endOfRun(events)?.status !== "ended") continue;
    if (isChosenByOutcome(start.about) || !covers(start.about, about)) continue;
    return { runId: each.runId, text: `run ${shortId(each.runId, ids)}, the one before` };
  }
  return undefined;
}
