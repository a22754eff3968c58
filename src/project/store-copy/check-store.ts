import type { MendedStore, RunStore } from "../../core/run-store.ts";
import type { TraceStore } from "../../core/traces/trace-store.ts";
import { isRun } from "../history/list-runs.ts";

export interface StoreCheck {
  readonly runs: number;
  readonly events: number;
  /** Runs that have not ended, and that nobody writes. */
  readonly stopped: readonly string[];
  readonly sessions: number;
  readonly spans: number;
  /** Faults of the database that were mended, and those that were not. */
  readonly faults: MendedStore;
}

/** Mends what can be mended, and reads everything once. What cannot be read is told by the stores themselves. */
export async function checkStore(runs: RunStore, traces: TraceStore): Promise<StoreCheck> {
  const { mended, damaged } = (await runs.mend?.()) ?? { mended: [], damaged: [] };
  const miscounted = (await runs.recount?.()) ?? [];
  const counted = miscounted.map((runId) => `run ${runId} was counted wrong`);
  const faults = { mended: [...mended, ...counted], damaged };
  const listings = await runs.list();
  const stopped: string[] = [];
  let events = 0;
  for (const { runId, kind, endedAt } of listings) {
    events += (await runs.runEvents(runId)).length;
    for await (const _ of runs.caseEvents(runId)) events += 1;
    // chats and reviews have no end
    if (isRun({ kind }) && endedAt === undefined && (await runs.isLocked?.(runId)) !== true)
      stopped.push(runId);
  }
  let spans = 0;
  const sessions = await traces.sessions();
  for (const { id } of sessions) for await (const _ of traces.spans(id)) spans += 1;
  const sums = { runs: listings.length, events, sessions: sessions.length, spans };
  return { ...sums, stopped, faults };
}
