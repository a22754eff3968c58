import type { SessionTrace } from "../../core/traces/session.ts";
import type { SessionListing, TraceStore, WholeSession } from "../../core/traces/trace-store.ts";
import { sightTraces } from "../../traces/sessions/sight-traces.ts";

export interface CopiedSession {
  readonly id: string;
  readonly was: "copied" | "there";
}

/** Copies sessions of traces under their own ids. One that is there stays as it is. */
export async function* copySessions(
  from: TraceStore,
  to: TraceStore,
): AsyncGenerator<CopiedSession> {
  const there = new Set((await to.sessions()).map(({ id }) => id));
  for (const listing of await from.sessions()) {
    const { id } = listing;
    const isNew = !there.has(id) && (await to.restore(await wholeSession(from, listing)));
    yield { id, was: isNew ? "copied" : "there" };
  }
}

async function wholeSession(store: TraceStore, listing: SessionListing): Promise<WholeSession> {
  const { id, key, runId, instanceId, golden, traceIds, receivedAt } = listing;
  const spans = await Array.fromAsync(store.spans(id));
  const logs = await Array.fromAsync(store.logs(id));
  const seen = new Map(sightTraces(spans).map((sighting) => [sighting.traceId, sighting]));
  const traces = traceIds.map((traceId): SessionTrace => {
    const sighting = seen.get(traceId);
    // known by its log records alone
    if (sighting === undefined) return { traceId, sessionId: id, hasRoot: false, isAgent: false };
    const { runId: _, instanceId: __, ...rest } = sighting;
    return { ...rest, sessionId: id, receivedAt };
  });
  return { session: { id, key, runId, instanceId }, golden, traces, spans, logs };
}
