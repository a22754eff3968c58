import type { RunEvent } from "../core/run.ts";
import type { RunStore } from "../core/run-store.ts";
import { type EventRow, endedCase, endKeyOf, fromRow, toRow } from "./event-row.ts";
import { runListings } from "./run-listings.ts";

/** A journal that lives as long as the process: for tests, and for programs that want no files. */
export function memoryStore(): RunStore {
  const runs = new Map<string, PlacedRow[]>();
  let position = 0;
  const ends = new Map<string, Set<string>>();
  function endsOf(runId: string): Set<string> {
    const known = ends.get(runId) ?? new Set();
    ends.set(runId, known);
    return known;
  }
  const rowsOf = (runId: string): readonly PlacedRow[] => runs.get(runId) ?? [];

  return {
    isInMemory: true,
    async append(event, text) {
      // kept as text, like in any other store: what the caller changes later does not change the journal
      const row = { ...toRow(event, text), seq: position + 1 };
      const rows = runs.get(row.runId);
      if (row.endKey !== null) {
        const ended = endsOf(row.runId);
        if (ended.has(row.endKey)) return;
        ended.add(row.endKey);
      }
      position = row.seq;
      if (rows === undefined) runs.set(row.runId, [row]);
      else rows.push(row);
    },
    async flush() {},
    async list() {
      const listings = runListings();
      for (const [runId, rows] of runs) {
        for (const event of eventsOf(rows.filter(isOfRun))) listings.add(runId, event);
      }
      return listings.newestFirst();
    },
    async runEvents(runId) {
      return [...eventsOf(rowsOf(runId).filter(isOfRun))];
    },
    async *caseEvents(runId) {
      yield* eventsOf(inPlanOrder(rowsOf(runId)));
    },
    position: async () => position,
    async eventsSince(runId, since, limit) {
      const rows = rowsOf(runId)
        .filter(({ seq }) => seq > since)
        .slice(0, limit);
      const events = rows.flatMap((row) => {
        const event = fromRow(row, () => {});
        return event === undefined ? [] : [{ seq: row.seq, event }];
      });
      return { events, seq: rows.at(-1)?.seq ?? since };
    },
    async endedCases(runId) {
      return inPlanOrder(rowsOf(runId)).flatMap((row) =>
        row.type === "case-end" ? [endedCase(row)] : [],
      );
    },
    async reopen(runId, key) {
      const endKey = endKeyOf(key);
      endsOf(runId).delete(endKey);
      runs.set(
        runId,
        rowsOf(runId).filter((row) => row.endKey !== endKey),
      );
    },
    async remove(runId) {
      runs.delete(runId);
      ends.delete(runId);
    },
    // nobody else can reach this journal
    lock: async () => true,
    async unlock() {},
    async close() {},
  };
}

interface PlacedRow extends EventRow {
  readonly seq: number;
}

function isOfRun(row: EventRow): boolean {
  return row.caseIndex === null;
}

function* eventsOf(rows: readonly EventRow[]): Generator<RunEvent> {
  for (const row of rows) {
    const event = fromRow(row, () => {});
    if (event !== undefined) yield event;
  }
}

function inPlanOrder(rows: readonly EventRow[]): readonly EventRow[] {
  return rows
    .filter((row) => !isOfRun(row))
    .sort((a, b) => Number(a.caseIndex) - Number(b.caseIndex) || Number(a.trial) - Number(b.trial));
}
