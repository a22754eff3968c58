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

/** Where a run's own event stands. */
interface ListedRow {
  readonly seq: number;
  readonly runId: string;
}

/** Rows of runs' own events after a place in the journal, and how many there are up to it, seen at one moment. */
interface NewRows<Row> {
  readonly before: number;
  readonly rows: readonly Row[];
}

/**
 * The list of runs, of which only what is new is read again. Rows are never changed and places never given twice: as long
 * as there are as many up to a place as there were, they are the same.
 */
interface ListingMemory<Row> {
  /** How far was read. */
  readonly seq: number;
  /** Takes what came since a place; undefined where it must be asked again, since what is by now `seq`. */
  add(since: number, found: NewRows<Row>): readonly RunListing[] | undefined;
}

export function listingMemory<Row extends ListedRow>(
  eventOf: (row: Row) => RunEvent | undefined,
): ListingMemory<Row> {
  let listings = runListings();
  let count = 0;
  let seq = 0;
  return {
    get seq() {
      return seq;
    },
    add(since, { before, rows }) {
      // somebody who asked at the same time was quicker
      if (since !== seq) return undefined;
      if (before !== count) {
        // something was removed
        listings = runListings();
        count = 0;
        seq = 0;
        return undefined;
      }
      for (const row of rows) listings.add(row.runId, eventOf(row));
      count += rows.length;
      seq = rows.at(-1)?.seq ?? seq;
      return listings.newestFirst();
    },
  };
}
