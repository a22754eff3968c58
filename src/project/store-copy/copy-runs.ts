import type { RunEvent } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";

export interface CopiedRun {
  readonly runId: string;
  /**
   * `busy`: somebody is writing it, here or there. `other`: what is there under its id says more, or something else, and is
   * left alone.
   */
  readonly was: "copied" | "there" | "busy" | "other";
}

/** Events that wait for their commit at once. */
const PAGE = 500;

/** Copies runs, the oldest first. A copy that was broken off is gone on with, and nothing is ever removed. */
export async function* copyRuns(from: RunStore, to: RunStore): AsyncGenerator<CopiedRun> {
  for (const { runId } of (await from.list()).toReversed()) {
    const isBusy = (await from.isLocked?.(runId)) === true || !(await to.lock(runId));
    if (isBusy) {
      yield { runId, was: "busy" };
      continue;
    }
    try {
      yield { runId, was: await copyRun(from, to, runId) };
    } finally {
      await to.unlock(runId);
    }
  }
}

async function copyRun(from: RunStore, to: RunStore, runId: string): Promise<CopiedRun["was"]> {
  const theirs = eventsOf(to, runId);
  let was: CopiedRun["was"] = "there";
  for await (const events of pagesOf(from, runId)) {
    const missing = was === "copied" ? events : await missingOf(events, theirs);
    if (missing === "other") return "other";
    if (missing.length > 0) was = "copied";
    await appendAll(to, missing);
  }
  if (was === "copied") return was;
  return (await theirs.next()).done === true ? was : "other";
}

/** What follows the last event that both have. */
async function missingOf(
  events: readonly RunEvent[],
  theirs: AsyncIterator<RunEvent>,
): Promise<readonly RunEvent[] | "other"> {
  for (const [place, event] of events.entries()) {
    const next = await theirs.next();
    if (next.done === true) return events.slice(place);
    if (JSON.stringify(next.value) !== JSON.stringify(event)) return "other";
  }
  return [];
}

async function appendAll(store: RunStore, events: readonly RunEvent[]): Promise<void> {
  if (events.length === 0) return;
  const appends = events.map((event) => store.append(event));
  await store.flush();
  await Promise.all(appends);
}

async function* eventsOf(store: RunStore, runId: string): AsyncGenerator<RunEvent> {
  for await (const events of pagesOf(store, runId)) yield* events;
}

async function* pagesOf(store: RunStore, runId: string): AsyncGenerator<readonly RunEvent[]> {
  for (let since = 0; ; ) {
    const { events, seq } = await store.eventsSince(runId, since, PAGE);
    if (seq === since) return;
    since = seq;
    yield events.map(({ event }) => event);
  }
}
