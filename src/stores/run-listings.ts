import type { RunEvent } from "../core/run.ts";
import type { RunListing } from "../core/run-store.ts";

/** Makes the list of runs from their own events, which come in journal order. */
export interface RunListings {
  /** `event` is undefined where a stored one is damaged: its run is still listed, so that it can be removed. */
  add(runId: string, event: RunEvent | undefined): void;
  /** By the journal, since clocks are set back and machines disagree. */
  newestFirst(): readonly RunListing[];
}

const nothing = { startedAt: "", agent: "", kind: "eval", sets: [] } as const;

export function runListings(): RunListings {
  const runs = new Map<string, RunListing>();
  return {
    add(runId, event) {
      const run = runs.get(runId) ?? { ...nothing, runId };
      runs.set(runId, event === undefined ? run : listed(run, event));
    },
    newestFirst() {
      return [...runs.values()].reverse();
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
        sets: event.about.sets.map(({ evalSetId }) => evalSetId),
        ...(event.about.name === undefined ? {} : { name: event.about.name }),
      };
    case "run-resume":
      return { ...run, endedAt: undefined };
    case "run-end":
      return { ...run, endedAt: event.at };
    case "run-mark":
      return {
        ...run,
        ...(event.name === undefined ? {} : { name: event.name ?? undefined }),
        ...(event.kept === undefined ? {} : { kept: event.kept }),
      };
    case "gates-end":
    case "case-start":
    case "turn-end":
    case "state-set":
    case "call-end":
    case "check-end":
    case "case-end":
      return run;
  }
}
