/** One side pushes, the other pulls; what waits between them is handed over all at once. */
export interface AsyncQueue<T> {
  push(item: T): void;
  /** How many items nobody has pulled yet. */
  waiting(): number;
  /** Nothing more is coming. What was pushed before is read first. */
  close(): void;
  fail(error: unknown): void;
  /** What was pushed since the last look, never empty. */
  batches(): AsyncGenerator<readonly T[]>;
  items(): AsyncGenerator<T>;
}

interface QueueOptions {
  /** Hears of every look, for those who must not push too far ahead. */
  readonly onPull?: (() => void) | undefined;
  /** Waited for between the first item after a pause and the look at it, so that what comes right behind it is there too. */
  readonly gather?: (() => Promise<void> | undefined) | undefined;
}

export function asyncQueue<T>({ onPull, gather }: QueueOptions = {}): AsyncQueue<T> {
  let queue: T[] = [];
  let end: { readonly error?: unknown } | undefined;
  let wake: (() => void) | undefined;

  function changed(): void {
    wake?.();
    wake = undefined;
  }
  async function pushed(): Promise<void> {
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    if (end === undefined) await gather?.();
  }
  async function* batches(): AsyncGenerator<readonly T[]> {
    for (;;) {
      const batch = queue;
      queue = [];
      onPull?.();
      if (batch.length > 0) yield batch;
      if (queue.length > 0) continue;
      if (end !== undefined && "error" in end) throw end.error;
      if (end !== undefined) return;
      await pushed();
    }
  }
  return {
    push(item) {
      queue.push(item);
      changed();
    },
    waiting: () => queue.length,
    close() {
      end ??= {};
      changed();
    },
    fail(error) {
      end ??= { error };
      changed();
    },
    batches,
    async *items() {
      for await (const batch of batches()) yield* batch;
    },
  };
}
