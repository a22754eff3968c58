import { sessionOfLogs } from "../core/traces/route-trace.ts";
import type { LogRecord } from "../core/traces/span.ts";
import type { AppendedBatch, TraceBatch, TraceLimits } from "../core/traces/trace-store.ts";
import { logRow } from "./trace-row.ts";
import type { StoredLog, TraceTables } from "./trace-tables.ts";

/** Puts the log records of a batch into the tables. To be called within a transaction. */
export function insertLogs(
  { logs, receivedAt }: TraceBatch,
  tables: TraceTables,
  limits: TraceLimits,
): Pick<AppendedBatch, "logs" | "rejectedLogs"> {
  const room = logRoom(tables, limits, receivedAt);
  const names = new Set<string>();
  let count = 0;
  let rejectedLogs = 0;
  for (const log of logs) {
    const sessionName = nameIn(log);
    const { traceId = "" } = log;
    const stored: StoredLog = { traceId, sessionName, receivedAt, ...logRow(log) };
    const places = room.placesOf(stored);
    if (places.some(({ left }) => left <= 0)) {
      if (!tables.hasLog(stored)) rejectedLogs += 1;
      continue;
    }
    if (!tables.insertLog(stored)) continue;
    for (const place of places) place.left -= 1;
    count += 1;
    if (sessionName !== null) names.add(sessionName);
  }
  for (const name of names) {
    const session = sessionOfLogs(name, tables, receivedAt);
    if (session !== undefined) tables.adoptLogs(name, session.id, receivedAt);
  }
  return { logs: count, rejectedLogs };
}

interface Place {
  left: number;
}

/** How many log records a trace and a session can still have, counted once a batch. */
function logRoom(tables: TraceTables, limits: TraceLimits, now: number) {
  const places = new Map<string, Place>();
  function place(id: string, count: () => number, most: number): Place {
    const found = places.get(id) ?? { left: most - count() };
    places.set(id, found);
    return found;
  }
  return {
    placesOf({ traceId, sessionName }: StoredLog): readonly Place[] {
      const found: Place[] = [];
      if (traceId !== "") {
        found.push(place(`trace ${traceId}`, () => tables.traceLogs(traceId), limits.logsPerTrace));
      }
      const sessionId =
        tables.trace(traceId)?.sessionId ??
        (sessionName === null ? undefined : sessionOfLogs(sessionName, tables, now)?.id);
      if (sessionId !== undefined) {
        const count = () => tables.sessionLogs(sessionId);
        found.push(place(`session ${sessionId}`, count, limits.logsPerSession));
      }
      return found;
    },
  };
}

/** The session that its sender names. */
export function nameIn({ resource }: LogRecord): string | null {
  const name = resource.attributes["agentevals.session_name"];
  return typeof name === "string" && name !== "" ? name : null;
}
