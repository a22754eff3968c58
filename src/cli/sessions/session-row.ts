import { momentOf } from "../../core/traces/moment.ts";
import type { SessionListing, TraceStore } from "../../core/traces/trace-store.ts";
import { sessionConversation } from "../../project/traces/session-conversation.ts";

/** A session as scripts read it. */
export interface SessionRow {
  readonly id: string;
  readonly agent: string | null;
  readonly traces: number;
  readonly spans: number;
  readonly turns: number;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly golden: boolean;
}

export async function sessionRow(store: TraceStore, session: SessionListing): Promise<SessionRow> {
  const { id, traceIds, spanCount, firstStart, lastEnd, golden } = session;
  const { turns, records } = await sessionConversation(store, id);
  const agent = turns.find(({ agentName }) => agentName !== undefined)?.agentName;
  return {
    id,
    agent: agent ?? records[0]?.serviceName ?? null,
    traces: traceIds.length,
    spans: spanCount,
    turns: turns.length,
    startedAt: momentOf(firstStart),
    endedAt: momentOf(lastEnd),
    golden,
  };
}
