import type { RunEvent } from "../core/run.ts";
import type { RunListing } from "../core/run-store.ts";

/** Makes the list of runs from their own events, which come in journal order. */
export interface RunListings {
  /** `event` is undefined where a stored one is damaged: its run is still listed, so that it can be removed. */
  add(runId: string, event: RunEvent | undefined): void;
  newestFirst(): readonly RunListing[];
}

export function runListings(): RunListings {
  const runs = new Map<string, RunListing>();
  return {
    add(runId, event) {
      const run = runs.get(runId) ?? { runId, startedAt: "", agent: "", kind: "eval" };
      runs.set(runId, event === undefined ? run : listed(run, event));
    },
    newestFirst() {
      // the later of two that began in the same millisecond stands first
      return [...runs.values()].reverse().sort((a, b) => compare(b.startedAt, a.startedAt));
    },
  };
}

function listed(run: RunListing, event: RunEvent): RunListing {
  switch (event.type) {
    case "run-start":
      return {
        ...run,
        startedAt: event.at,
        agent: event.about.agent.name,
        kind: event.about.kind,
      };
    case "run-resume":
      return { ...run, endedAt: undefined };
    case "run-end":
      return { ...run, endedAt: event.at };
    case "case-start":
    case "turn-end":
    case "call-end":
    case "check-end":
    case "case-end":
      return run;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
