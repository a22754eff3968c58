import { caseKeyOf } from "../../../core/folds/case-key.ts";
import type { TableCase } from "../../../core/folds/run-table.ts";
import type { RunInfo } from "../../../core/run-info.ts";
import type { RunListing, RunStore } from "../../../core/run-store.ts";
import { isErred } from "../../../core/verdict.ts";
import { covers } from "../../../project/history/finding/check-baseline.ts";
import { finishedRuns } from "../../../project/history/finding/finished-runs.ts";
import { readRunTable } from "../../../project/history/read-run-table.ts";

export type PastStatus = "passed" | "failed" | "errored" | "not-evaluated";

/** A run as it is remembered beside a later one. */
export interface PastRun {
  readonly runId: string;
  readonly startedAt: string;
  readonly about: RunInfo;
  /** By the key of the case. */
  readonly statuses: ReadonlyMap<string, PastStatus>;
}

/** How cases came out in the runs before, each table read once. */
export interface RunHistory {
  /** The finished runs of the same agent and sets that began before, oldest first, at most `limit` of them. */
  before(runId: string, about: RunInfo, limit: number): Promise<readonly PastRun[]>;
}

/** How many runs are remembered. */
const MOST_RUNS = 60;

export function runHistory(store: RunStore): RunHistory {
  const known = new Map<string, PastRun>();

  async function remember({ runId, startedAt }: RunListing, about: RunInfo): Promise<PastRun> {
    const found = known.get(runId);
    if (found !== undefined) return found;
    const { cases } = await readRunTable(store, runId, { withoutCalls: true });
    const statuses = new Map(cases.map((each) => [caseKeyOf(each), statusOf(each)]));
    const past = { runId, startedAt, about, statuses };
    known.set(runId, past);
    for (const [old] of known) if (known.size > MOST_RUNS) known.delete(old);
    return past;
  }
  return {
    async before(runId, about, limit) {
      const all = await store.list();
      const own = all.findIndex((each) => each.runId === runId);
      const earlier = all
        .slice(own + 1)
        .filter(({ kind, agent }) => kind === about.kind && agent === about.agent.name);
      const finished = await finishedRuns(store, earlier.slice(0, 5 * limit), [about.kind]);
      const alike = finished.filter((run) => covers(run.about, about)).slice(0, limit);
      const past: PastRun[] = [];
      for (const run of alike.reverse()) {
        const listing = earlier.find((each) => each.runId === run.runId);
        if (listing !== undefined) past.push(await remember(listing, run.about));
      }
      return past;
    },
  };
}

function statusOf({ status, trials }: TableCase): PastStatus {
  const reason = trials.find((each) => each.reason !== undefined)?.reason;
  return isErred(status, reason) ? "errored" : status;
}
