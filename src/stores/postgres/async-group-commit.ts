/** Gathers what is appended while a commit is under way, and commits it together. */
export interface AsyncGroupCommit<Row> {
  /** Resolves when the row is durable. Rows become durable in the order they were added. */
  add(row: Row, length: number): Promise<void>;
  /** Resolves when everything that was added is durable. */
  flush(): Promise<void>;
}

interface AsyncGroupLimits {
  readonly rows: number;
  /** Characters of text, so that a few huge events do not pile up in one statement. */
  readonly length: number;
}

interface Group<Row> extends PromiseWithResolvers<void> {
  readonly rows: Row[];
  length: number;
}

/** After a commit failed nothing is accepted any more: a later row must not outlive an earlier one that was lost. */
export function asyncGroupCommit<Row>(
  commit: (rows: readonly Row[]) => Promise<void>,
  limits: AsyncGroupLimits,
): AsyncGroupCommit<Row> {
  const waiting: Group<Row>[] = [];
  let current: Group<Row> | undefined;
  let isWorking = false;
  let failed: Promise<never> | undefined;

  async function work(): Promise<void> {
    // what is appended in the same turn of the event loop goes together
    await Promise.resolve();
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      current = group;
      try {
        await commit(group.rows);
        group.resolve();
      } catch (error) {
        failed = quiet(Promise.reject(error));
        for (const each of [group, ...waiting.splice(0)]) each.reject(error);
      }
    }
    current = undefined;
    isWorking = false;
  }

  function groupFor(length: number): Group<Row> {
    const last = waiting.at(-1);
    const isFull = last && (last.rows.length >= limits.rows || last.length >= limits.length);
    const group = last === undefined || isFull ? newGroup<Row>() : last;
    if (group !== last) waiting.push(group);
    group.length += length;
    return group;
  }

  return {
    add(row, length) {
      if (failed !== undefined) return failed;
      const group = groupFor(length);
      group.rows.push(row);
      if (!isWorking) {
        isWorking = true;
        void work();
      }
      return group.promise;
    },
    async flush() {
      if (failed !== undefined) return await failed;
      // and not for what others add meanwhile
      await (waiting.at(-1) ?? current)?.promise;
      if (failed !== undefined) await failed;
    },
  };
}

function newGroup<Row>(): Group<Row> {
  const group = { ...Promise.withResolvers<void>(), rows: [], length: 0 };
  void quiet(group.promise);
  return group;
}

/** Whoever appends without looking still hears of a failure from the next call; an unhandled rejection would end the process. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
