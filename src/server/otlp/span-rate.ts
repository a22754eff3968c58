/** How many spans come in, as they are stored. */
export interface SpanRate {
  add(spans: number): void;
  /** Spans a second over the last ten; null where none came in them. */
  perSecond(): number | null;
}

const WINDOW_S = 10;

/** Counts by whole seconds, so that it holds eleven numbers however many spans come. */
export function spanRate(now: () => number = Date.now): SpanRate {
  const counts = new Map<number, number>();
  const second = () => Math.floor(now() / 1000);
  function forget(): void {
    const oldest = second() - WINDOW_S;
    for (const at of counts.keys()) if (at <= oldest) counts.delete(at);
  }
  return {
    add(spans) {
      forget();
      if (spans > 0) counts.set(second(), (counts.get(second()) ?? 0) + spans);
    },
    perSecond() {
      forget();
      if (counts.size === 0) return null;
      return [...counts.values()].reduce((sum, count) => sum + count, 0) / WINDOW_S;
    },
  };
}
