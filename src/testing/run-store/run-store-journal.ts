import type { RunEvent } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";

/** Makes a store that has these events, and closes it after the test. */
export type NewStore = (events?: readonly RunEvent[]) => Promise<RunStore>;

export async function appendAll(store: RunStore, events: readonly RunEvent[]): Promise<void> {
  const appends = events.map((event) => store.append(event));
  await store.flush();
  await Promise.all(appends);
}

export function casesOf(store: RunStore, runId = "run-1"): Promise<readonly RunEvent[]> {
  return Array.fromAsync(store.caseEvents(runId));
}

/** One event of each list in turn, as conversations that run side by side journal them. */
export function interleave(lists: readonly (readonly RunEvent[])[]): readonly RunEvent[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, place) =>
    lists.flatMap((list) => list.slice(place, place + 1)),
  ).flat();
}
