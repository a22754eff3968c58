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
 * earlier one that was lost.
 */
export function groupCommit<Row>(
  commit: (rows: readonly Row[], isDurable: boolean) => void,
  limits: GroupLimits,
): GroupCommit<Row> {
  let rows: Row[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  let group = newGroup();
  /** Rows of this group were committed, and nobody knows whether the disk has them. */
  let isSaved = false;
  let failed: Promise<never> | undefined;

  function end(): void {
    clearTimeout(timer);
    timer = undefined;
    const { resolve, reject } = group;
    const ending = rows;
    rows = [];
    length = 0;
    isSaved = false;
    group = newGroup();
    try {
      commit(ending, true);
      resolve();
    } catch (error) {
      if (limits.areIndependent !== true) failed = quiet(Promise.reject(error));
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
      if (rows.length === 0 && !isSaved) return Promise.resolve();
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
        commit(saving, false);
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
