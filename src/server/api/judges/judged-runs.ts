import { joinCase } from "../../../core/folds/case-result.ts";
import { endOfRun } from "../../../core/folds/end-of-run.ts";
import type { CallEndEvent } from "../../../core/run.ts";
import type { RunInfo } from "../../../core/run-info.ts";
import type { RunListing, RunStore } from "../../../core/run-store.ts";
import { readConversations } from "../../../project/history/read-conversations.ts";
import { type JudgedAnswer, judgedAnswers } from "../../../trust/judged-answers.ts";
import { judgeable } from "../../../trust/labelled-metrics.ts";

/** A finished run with what its judges said. */
export interface JudgedRun {
  readonly runId: string;
  readonly startedAt: string;
  readonly about: RunInfo;
  /** By metric, in the order of the plan. */
  readonly answers: ReadonlyMap<string, readonly JudgedAnswer[]>;
  /** What asking about them cost in US dollars, by metric; undefined where a price is unknown. */
  readonly costs: ReadonlyMap<string, number | undefined>;
}

/** The newest runs that judges were asked in, each read once. */
export interface JudgedRuns {
  newest(): Promise<readonly JudgedRun[]>;
}

const MOST_RUNS = 20;
/** Older runs are left out once there are so many answers: people label hundreds. */
const ENOUGH_ANSWERS = 5000;

export function judgedRuns(store: RunStore): JudgedRuns {
  const known = new Map<string, JudgedRun>();
  /** Runs that no judge was asked in, by id: nothing of them is read again. */
  const without = new Set<string>();

  async function of({ runId, kind }: RunListing): Promise<JudgedRun | undefined> {
    if ((kind !== "eval" && kind !== "score") || without.has(runId)) return undefined;
    const run = known.get(runId) ?? (await readRun(store, runId));
    if (run === "nobody asked") without.add(runId);
    else if (run !== undefined) known.set(runId, run);
    return run === "nobody asked" ? undefined : run;
  }
  function forget(used: ReadonlySet<string>): void {
    for (const [runId] of known) if (!used.has(runId)) known.delete(runId);
  }
  return {
    async newest() {
      const found: JudgedRun[] = [];
      let count = 0;
      for (const listing of await store.list()) {
        if (found.length >= MOST_RUNS || count >= ENOUGH_ANSWERS) break;
        const run = await of(listing);
        if (run === undefined) continue;
        found.push(run);
        count += [...run.answers.values()].reduce((sum, own) => sum + own.length, 0);
      }
      forget(new Set(found.map(({ runId }) => runId)));
      return found;
    },
  };
}

/** Undefined for one that goes on: it has more to say. */
async function readRun(
  store: RunStore,
  runId: string,
): Promise<JudgedRun | "nobody asked" | undefined> {
  const events = await store.runEvents(runId);
  const [start] = events;
  if (start?.type !== "run-start" || endOfRun(events) === undefined) return undefined;
  const { about, at } = start;
  const names = about.sets.flatMap(({ config }) => config.metrics.map(({ name }) => name));
  if (!names.some((name) => judgeable.includes(name))) return "nobody asked";
  return { runId, startedAt: at, about, ...(await answersIn(store, runId, about)) };
}

async function answersIn(
  store: RunStore,
  runId: string,
  about: RunInfo,
): Promise<Pick<JudgedRun, "answers" | "costs">> {
  const answers = new Map<string, JudgedAnswer[]>();
  const costs = new Map<string, number | undefined>();
  for await (const { start, turns, end, calls, isBroken } of readConversations(store, runId)) {
    const result = end === undefined || isBroken ? undefined : joinCase({ start, turns }, end);
    if (result === undefined) continue;
    const set = about.sets.find(({ evalSetId }) => evalSetId === result.evalSetId);
    for (const [metric, own] of judgedAnswers(result, set?.config.metrics ?? [])) {
      answers.set(metric, [...(answers.get(metric) ?? []), ...own]);
      const before = costs.has(metric) ? costs.get(metric) : 0;
      costs.set(metric, calls.filter((call) => isOf(call, metric)).reduce(addCost, before));
    }
  }
  return { answers, costs };
}

/** A metric asks in steps of its own name: `safety_v1`, `hallucinations_v1 label`. */
function isOf({ role, step }: CallEndEvent, metric: string): boolean {
  return role === "judge" && (step === metric || step.startsWith(`${metric} `));
}

function addCost(sum: number | undefined, { cost }: CallEndEvent): number | undefined {
  return sum === undefined || cost === undefined ? undefined : sum + cost;
}
