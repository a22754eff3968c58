import { type RunFigures, runFigures } from "../../analysis/overview/run-figures.ts";
import { endOfRun } from "../../core/folds/end-of-run.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { RunStore } from "../../core/run-store.ts";
import { agentCosts } from "../gates/with-costs.ts";
import { readCases } from "../history/load-run.ts";
import { readRunTable } from "../history/read-run-table.ts";

/** The figures of runs that have ended, each read once. */
export interface FiguresCache {
  /** Undefined for a run that has not ended, or cannot be read. */
  of(runId: string): Promise<RunFigures | undefined>;
}

/** More cases than these are not held at a time. */
const MOST_CASES = 400_000;
/** What an agent's own calls cost stands in its conversations, which are read where they are no more than these. */
const MOST_CONVERSATIONS = 1_000;

export function figuresCache(store: RunStore): FiguresCache {
  const held = new Map<string, { readonly ends: number; readonly figures: RunFigures }>();
  async function read(runId: string): Promise<RunFigures | undefined> {
    const events = await store.runEvents(runId);
    if (endOfRun(events) === undefined) return undefined;
    const known = held.get(runId);
    held.delete(runId);
    // a run that went on has ended anew; one that was only given a name has not
    const ends = events.filter(({ type }) => type === "run-end").length;
    const figures = known?.ends === ends ? known.figures : await figuresOf(store, runId);
    held.set(runId, { ends, figures });
    let cases = 0;
    for (const { figures: each } of held.values()) cases += each.cases;
    for (const [old, { figures: each }] of held) {
      if (cases <= MOST_CASES || old === runId) break;
      held.delete(old);
      cases -= each.cases;
    }
    return figures;
  }
  return { of: (runId) => read(runId).catch(() => undefined) };
}

async function figuresOf(store: RunStore, runId: string): Promise<RunFigures> {
  const conversations = await countOf(store, runId);
  const isSmall = conversations <= MOST_CONVERSATIONS;
  const table = await readRunTable(store, runId, { withoutCalls: !isSmall });
  return runFigures(table, isSmall ? await costOf(store, table) : null);
}

async function countOf(store: RunStore, runId: string): Promise<number> {
  const [start] = await store.runEvents(runId);
  return start?.type === "run-start" ? start.about.caseCount * start.about.trials : 0;
}

/** What was paid in all; null where nobody paid, or where not all of it is known. */
async function costOf(
  store: RunStore,
  { runId, about, modelCalls }: RunTable,
): Promise<number | null> {
  const ofConversation = agentCosts(about);
  const costs: (number | undefined)[] = [];
  for await (const each of readCases(store, runId)) costs.push(ofConversation(each));
  const known = costs.filter((cost) => cost !== undefined);
  if (modelCalls.cost === undefined || (known.length > 0 && known.length < costs.length))
    return null;
  const all = known.reduce((sum, cost) => sum + cost, modelCalls.cost);
  return all === 0 ? null : all;
}
