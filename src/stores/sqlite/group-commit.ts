import { clearTimeout, setTimeout } from "../../core/async/own-timers.ts";

/** Gathers what is appended and commits it together, since one fsync costs as much as hundreds of rows. */
export interface GroupCommit<Row> {
  /** Resolves when the row is durable. Rows become durable in the order they were added. */
  add(row: Row, length: number): Promise<void>;
  flush(): Promise<void>;
  /** Commits what was added without waiting for the disk; its promises resolve with the group. */
  save(): void;
}

export interface GroupLimits {
  readonly rows: number;
  /** Characters of text, so that a few huge events do not pile up in memory. */
  readonly length: number;
  readonly milliseconds: number;
  /** Groups have nothing to do with each other: what comes after one that failed is accepted. */
  readonly areIndependent?: boolean | undefined;
}

/**
 * After a commit failed nothing is accepted any more, unless groups are independent: a later row must not outlive an
 * earlier one that was lost. A commit that takes its time does not keep the next group from being gathered and committed:
 * whoever commits keeps their order.
 */
export function groupCommit<Row>(
  commit: (rows: readonly Row[], isDurable: boolean) => void | Promise<void>,
  limits: GroupLimits,
): GroupCommit<Row> {
  let rows: Row[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  let group = newGroup();
  /** Rows of this group were committed, and nobody knows whether the disk has them. */
  let isSaved = false;
  let failed: Promise<never> | undefined;
  let underway: Promise<void> | undefined;

  function fail(error: unknown): void {
    if (limits.areIndependent !== true) failed ??= quiet(Promise.reject(error));
  }

  function end(): void {
    clearTimeout(timer);
    timer = undefined;
    const { promise, resolve, reject } = group;
    const ending = rows;
    rows = [];
    length = 0;
    isSaved = false;
    group = newGroup();
    try {
      const committed = commit(ending, true);
      if (committed === undefined) {
        resolve();
        return;
      }
      underway = promise;
      committed.then(resolve, (error) => {
        fail(error);
        reject(error);
      });
    } catch (error) {
      fail(error);
      reject(error);
    }
  }

  return {
    add(row, rowLength) {
      if (failed !== undefined) return failed;
      const { promise } = group;
      rows.push(row);
      length += rowLength;
      if (rows.length >= limits.rows || length >= limits.length) end();
      else timer ??= setTimeout(end, limits.milliseconds);
      return promise;
    },
    flush() {
      if (failed !== undefined) return failed;
      if (rows.length === 0 && !isSaved) return underway ?? Promise.resolve();
      const { promise } = group;
      end();
      return promise;
    },
    save() {
      if (failed !== undefined || rows.length === 0) return;
      const saving = rows;
      rows = [];
      isSaved = true;
      try {
        const saved = commit(saving, false);
        saved?.catch(fail);
      } catch (error) {
        clearTimeout(timer);
        failed = quiet(Promise.reject(error));
        group.reject(error);
      }
    },
  };
}

function newGroup(): PromiseWithResolvers<void> {
  const group = Promise.withResolvers<void>();
  void quiet(group.promise);
  return group;
}

/** Whoever appends without looking still hears of a failure from the next call; an unhandled rejection would end the process. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
