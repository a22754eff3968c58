import type { RunStore } from "../../core/run-store.ts";

/** Says when the journal has gone on, whoever wrote to it: one question a tick for however many listen. */
export interface JournalClock {
  /** Resolves when the journal stands elsewhere than at `position`, with where it stands now; at once where it does. */
  next(position: number, signal: AbortSignal): Promise<number>;
}

/** How often a journal that other processes write is looked at. */
const TICK_MS = 100;

export function journalClock(store: Pick<RunStore, "position">, tick = TICK_MS): JournalClock {
  const waiting = new Set<(position: number) => void>();
  let last = -1;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    try {
      const position = await store.position();
      if (position !== last) {
        last = position;
        for (const tell of [...waiting]) tell(position);
      }
    } catch {
      // a database that is busy or gone is asked again; whoever reads from it says what is wrong
    }
    timer = waiting.size === 0 ? undefined : setTimeout(() => void look(), tick);
    // nobody looks from here on, so that it is not known any more
    if (timer === undefined) last = -1;
  }
  return {
    next(position, signal) {
      if (last !== position && last >= 0) return Promise.resolve(last);
      return new Promise((resolve, reject) => {
        const end = () => {
          waiting.delete(tell);
          reject(signal.reason);
        };
        const tell = (now: number) => {
          if (now === position) return;
          waiting.delete(tell);
          signal.removeEventListener("abort", end);
          resolve(now);
        };
        if (signal.aborted) return end();
        signal.addEventListener("abort", end, { once: true });
        waiting.add(tell);
        if (timer === undefined) timer = setTimeout(() => void look(), 0);
      });
    },
  };
}
