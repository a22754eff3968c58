const KEY = "assay.looked";
/** Who comes back after so long has been away. */
const AWAY_MS = 60 * 60 * 1000;

interface Looked {
  /** What happened after this is news. */
  readonly seen?: string | undefined;
  /** When this page was last on screen. */
  readonly last?: string | undefined;
}

/** Since when there is news for this browser; undefined on the first visit. A page that stays open, or is loaded again, keeps its news. */
export function newsSince(now: Date = new Date()): string | undefined {
  const { seen, last } = read();
  const isBack = last !== undefined && now.getTime() - Date.parse(last) > AWAY_MS;
  const since = isBack ? last : seen;
  keep({ seen: since, last: now.toISOString() });
  return since;
}

/** The page is still looked at. */
export function stillLooking(): void {
  keep({ seen: read().seen, last: new Date().toISOString() });
}

/** Everything until now is no news any more. */
export function markSeen(): string {
  const seen = new Date().toISOString();
  keep({ seen, last: seen });
  return seen;
}

function read(): Looked {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const { seen, last } = kept as Looked;
    return { seen: isTime(seen) ? seen : undefined, last: isTime(last) ? last : undefined };
  } catch {
    return {};
  }
}

function keep(looked: Looked): void {
  localStorage.setItem(KEY, JSON.stringify(looked));
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}
