/** Things that are asked for one by one while somebody works them off. */
export interface CaseQueue<T> {
  add(items: readonly T[]): void;
  /** Nothing more is coming. */
  close(): void;
  readonly items: AsyncIterable<T>;
}

/** A queue that the runner reads as if it were a list of cases. */
export function caseQueue<T>(): CaseQueue<T> {
  const waiting: T[] = [];
  let closed = false;
  let wake = Promise.withResolvers<void>();
  const changed = () => {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };
  async function* read(): AsyncGenerator<T> {
    for (;;) {
      const next = waiting.shift();
      if (next !== undefined) yield next;
      else if (closed) return;
      else await wake.promise;
    }
  }
  return {
    add(items) {
      waiting.push(...items);
      changed();
    },
    close() {
      closed = true;
      changed();
    },
    items: read(),
  };
}
