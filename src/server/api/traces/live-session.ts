import { momentOf } from "../../../core/traces/moment.ts";
import type { SessionListing, TraceStore } from "../../../core/traces/trace-store.ts";
import { sessionConversation } from "../../../project/traces/session-conversation.ts";
import { withoutContent } from "../../../project/traces/trace-problems.ts";
import { type SessionCheck, sessionChecks } from "./session-checks.ts";

/** A received conversation in a line. */
export interface LiveSession {
  readonly id: string;
  readonly agent: string | null;
  readonly user: string | null;
  readonly answer: string | null;
  readonly tools: readonly string[];
  readonly turns: number;
  readonly spans: number;
  readonly tokens: number | null;
  readonly cost: number | null;
  readonly startedAt: string | null;
  /** Milliseconds from its first span to its last. */
  readonly duration: number | null;
  readonly isComplete: boolean;
  readonly golden: boolean;
  readonly checks: readonly SessionCheck[];
  /** How to have words recorded, where there are none at all. */
  readonly withoutContent: string | null;
}

/** Lines of sessions, each read anew only when spans of it have come. */
export interface LiveSessions {
  of(session: SessionListing): Promise<LiveSession>;
  lines(sessions: readonly SessionListing[]): Promise<readonly LiveSession[]>;
}

/** How many lines are held at a time: more than any list asks for that is not narrowed down. */
const MOST = 2000;
/** How many are read at once. Others who ask the store meanwhile must not wait for all of them. */
const AT_ONCE = 3;

export function liveSessions(store: TraceStore): LiveSessions {
  const held = new Map<string, { readonly tag: string; readonly line: Promise<Line> }>();
  async function of(session: SessionListing): Promise<LiveSession> {
    const { id, spanCount, logCount, golden, completeAt } = session;
    const tag = `${spanCount} ${logCount}`;
    const known = held.get(id);
    const found = known?.tag === tag ? known : { tag, line: readLine(store, session) };
    held.delete(id);
    held.set(id, found);
    forgetOldest(held);
    return { ...(await found.line), golden, isComplete: completeAt <= Date.now() };
  }
  return {
    of,
    async lines(sessions) {
      const lines: LiveSession[] = new Array(sessions.length);
      const left = sessions.entries();
      const read = async () => {
        for (const [place, session] of left) lines[place] = await of(session);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, read));
      return lines;
    },
  };
}

function forgetOldest(held: Map<string, unknown>): void {
  for (const old of held.keys()) {
    if (held.size <= MOST) return;
    held.delete(old);
  }
}

type Line = Omit<LiveSession, "golden" | "isComplete">;

/** Enough of a text to know it again. */
const LONG = 200;

async function readLine(store: TraceStore, session: SessionListing): Promise<Line> {
  const { id, spanCount, firstStart, lastEnd } = session;
  const conversation = await sessionConversation(store, id);
  const { turns, records } = conversation;
  const calls = turns.flatMap((turn) => turn.calls);
  const agent = turns.find(({ agentName }) => agentName !== undefined)?.agentName;
  return {
    id,
    agent: agent ?? records[0]?.serviceName ?? null,
    user: turns[0]?.user?.slice(0, LONG).toWellFormed() ?? null,
    answer: turns.at(-1)?.answer?.slice(0, LONG).toWellFormed() ?? null,
    tools: turns.flatMap(({ tools }) => tools.map(({ name }) => name)).slice(0, 30),
    turns: turns.length,
    spans: spanCount,
    tokens: sum(
      calls.flatMap(({ usage }) => (usage ? [(usage.input ?? 0) + (usage.output ?? 0)] : [])),
    ),
    cost: sum(calls.flatMap(({ cost }) => cost ?? [])),
    startedAt: momentOf(firstStart),
    duration:
      firstStart === undefined || lastEnd === undefined
        ? null
        : Number((lastEnd - firstStart) / 1_000_000n),
    checks: sessionChecks(turns),
    withoutContent: turns.length === 0 ? null : (withoutContent(conversation) ?? null),
  };
}

function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, each) => total + each, 0);
}
