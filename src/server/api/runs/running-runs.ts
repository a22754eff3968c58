import { z } from "zod";
import { shortId } from "../../../core/text/short-id.ts";
import { isRun, runState } from "../../../project/history/list-runs.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";

/** A run that goes on now: how far it is, in conversations, and how long it may take. */
export interface RunningRun {
  readonly runId: string;
  readonly shortId: string;
  readonly name?: string | undefined;
  readonly agent: string;
  readonly sets: readonly string[];
  readonly done: number;
  readonly planned: number;
  /** Cases that have ended with all their trials, and all of them. */
  readonly cases: { readonly ended: number; readonly planned: number };
  readonly passed: number;
  readonly failing: number;
  /** Undefined until enough has ended to tell. */
  readonly secondsLeft?: number | undefined;
  /** True: it was started here, and can be asked to end. */
  readonly canCancel: boolean;
}

/** More than these at once is more than anybody looks at. */
const MOST = 8;
/** Runs that were killed have no end either: those that are older are not looked at. */
const MOST_LOOKED_AT = 40;

export const runningRuns = route({
  summary: "Runs that go on now, whoever started them, the newest first.",
  reply: z.object({ runs: z.array(z.custom<RunningRun>()).readonly() }),
  async handle({ parts }) {
    const { runs } = parts;
    const all = await runs.list();
    const ids = all.map(({ runId }) => runId);
    const open = all.filter((each) => isRun(each) && each.endedAt === undefined);
    const found: RunningRun[] = [];
    for (const { runId } of open.slice(0, MOST_LOOKED_AT)) {
      if (found.length === MOST || (await runState(runs, runId)) !== "running") continue;
      found.push(await runningRun(runId, ids, parts));
    }
    return { runs: found };
  },
});

async function runningRun(
  runId: string,
  ids: readonly string[],
  parts: ServerParts,
): Promise<RunningRun> {
  const { summary } = await parts.views.open(runId);
  const { about, conversations, totals, name } = summary;
  const { ended: done, planned } = conversations;
  return {
    runId,
    shortId: shortId(runId, ids),
    name,
    agent: about.agent.name,
    sets: about.sets.map((set) => set.name ?? set.evalSetId),
    done,
    planned,
    cases: { ended: totals.cases - totals.notRun, planned: totals.cases },
    passed: totals.passed,
    failing: totals.failed,
    secondsLeft: await secondsLeft(runId, { done, planned, parts }),
    canCancel: parts.jobs.isRunning(runId),
  };
}

interface Progress {
  readonly done: number;
  readonly planned: number;
  readonly parts: ServerParts;
}

/** By what has ended since it began; one that went on after a stop has had time in which nothing ran. */
async function secondsLeft(runId: string, { done, planned, parts }: Progress) {
  const events = await parts.runs.runEvents(runId);
  const [start] = events;
  const wasStopped = events.some(({ type }) => type === "run-resume");
  if (start?.type !== "run-start" || wasStopped || done < 2) return undefined;
  const seconds = (Date.now() - Date.parse(start.at)) / 1000;
  return (seconds / done) * (planned - done);
}
