import type { AuditEntry, TeamStore } from "../../core/team/team-store.ts";

type AuditFacts = Omit<AuditEntry, "at">;

/** Who did what, and who was refused. */
export interface AuditLog {
  /** Comes back when it is durable. */
  done(
    facts: Omit<AuditFacts, "outcome"> & { readonly outcome?: AuditEntry["outcome"] },
  ): Promise<void>;
  refused(facts: Omit<AuditFacts, "outcome">): Promise<void>;
  /** Writes what was counted. */
  flush(): Promise<void>;
}

interface AuditOptions {
  readonly store: TeamStore;
  /** For whoever runs the server. */
  readonly tell: (entry: AuditEntry) => void;
  readonly now?: (() => number) | undefined;
}

/** Whoever is refused again and again fills no database: a minute's repetitions are one line with their number. */
const TOGETHER = 60_000;
const MOST_KINDS = 1000;
const LONGEST_TEXT = 300;

interface Counted {
  readonly entry: AuditEntry;
  more: number;
}

export function auditLog({ store, tell, now = Date.now }: AuditOptions): AuditLog {
  const counted = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;

  async function write(entry: AuditEntry): Promise<void> {
    tell(entry);
    await store.record([entry]);
  }
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const repeated = [...counted.values()].filter(({ more }) => more > 0);
    counted.clear();
    const entries = repeated.map(({ entry, more }) => ({
      ...entry,
      at: now(),
      note: `${more} more of the same. ${entry.note}`,
    }));
    for (const entry of entries) tell(entry);
    if (entries.length > 0) await store.record(entries);
  }
  function flushSoon(): void {
    timer ??= setTimeout(() => void flush().catch(() => {}), TOGETHER);
    timer.unref();
  }
  return {
    flush,
    done: (facts) => write(entryOf({ outcome: "done", ...facts }, now())),
    async refused(facts) {
      const { who, action, address, note } = facts;
      // one bucket for all kinds beyond many: names are chosen by whoever is refused
      const own = JSON.stringify([who, action, address, note]);
      const key = counted.has(own) || counted.size < MOST_KINDS ? own : "others";
      const before = counted.get(key);
      if (before !== undefined) {
        before.more += 1;
        return;
      }
      const entry = entryOf({ ...facts, outcome: "refused" }, now());
      counted.set(key, { entry, more: 0 });
      flushSoon();
      await write(entry);
    },
  };
}

function entryOf(facts: AuditFacts, at: number): AuditEntry {
  const short = Object.entries(facts).map(([name, value]) => [name, clean(value)]);
  return { ...(Object.fromEntries(short) as unknown as AuditFacts), at };
}

/** One line, whatever somebody typed as a name. */
function clean(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd").slice(0, LONGEST_TEXT);
}
