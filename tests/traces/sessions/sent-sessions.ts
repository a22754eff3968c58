import { join } from "node:path";
import { afterEach, describe } from "vitest";
import type { Span } from "../../../src/core/traces/span.ts";
import type { SessionListing, TraceStore } from "../../../src/core/traces/trace-store.ts";
import { memoryTraceStore } from "../../../src/stores/memory-trace-store.ts";
import { sqliteTraceStore } from "../../../src/stores/sqlite/traces/sqlite-trace-store.ts";
import { temporaryFolder } from "../../../src/testing/temporary-folder.ts";
import { aSpan } from "../../../src/testing/trace-store/trace-store-batches.ts";
import { sightTraces } from "../../../src/traces/sessions/sight-traces.ts";

interface Sent {
  readonly trace: string;
  readonly id?: string;
  readonly parent?: string;
  /** Milliseconds. */
  readonly from?: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly resource?: Readonly<Record<string, unknown>>;
  readonly flags?: number;
  readonly to?: number;
}

export const CALL = { "gen_ai.operation.name": "chat" };
export const name = (session: string) => ({ "agentevals.session_name": session });
export const conversation = (id: string) => ({ ...CALL, "gen_ai.conversation.id": id });

let count = 0;
export function spanOf(sent: Sent): Span {
  count += 1;
  const { trace, id = String(count), parent, from = 0, to = from + 5, attributes = CALL } = sent;
  return aSpan({
    traceId: trace.padEnd(32, "0"),
    spanId: id.padStart(16, "0"),
    ...(parent !== undefined && { parentSpanId: parent.padStart(16, "0") }),
    start: BigInt(from) * 1_000_000n + 1n,
    end: BigInt(to) * 1_000_000n + 1n,
    attributes,
    resource: { attributes: sent.resource ?? {} },
    ...(sent.flags !== undefined && { flags: sent.flags }),
  });
}

const stores: Readonly<Record<string, () => TraceStore>> = {
  memory: memoryTraceStore,
  SQLite: () => sqliteTraceStore(join(temporaryFolder(), "assay.db")),
};

/** Batches by the second they came in. */
type SentBatches = readonly (readonly [second: number, spans: readonly Sent[]])[];

export interface SessionStore {
  newStore(): TraceStore;
  /** The sessions that are there after all batches. */
  sessionsOf(batches: SentBatches): Promise<readonly SessionListing[]>;
  idsOf(...batches: SentBatches): Promise<readonly string[]>;
}

/** The same tests for every store there is. */
export function describeSessions(what: string, tests: (store: SessionStore) => void): void {
  describe.each(Object.entries(stores))(`${what} in %s`, (_, makeStore) => {
    const open: TraceStore[] = [];
    afterEach(async () => {
      for (const store of open.splice(0)) await store.close();
    });
    function newStore(): TraceStore {
      const store = makeStore();
      open.push(store);
      return store;
    }
    async function sessionsOf(batches: SentBatches) {
      const store = newStore();
      for (const [second, sent] of batches) {
        const spans = sent.map(spanOf);
        const receivedAt = second * 1000;
        await store.append({ spans, logs: [], traces: sightTraces(spans), receivedAt });
      }
      return await store.sessions();
    }
    async function idsOf(...batches: SentBatches) {
      return (await sessionsOf(batches)).map(({ id }) => id);
    }
    tests({ newStore, sessionsOf, idsOf });
  });
}
