import type { DatabaseSync } from "node:sqlite";
import type { UncheckedRow } from "../event-row.ts";
import { type GroupCommit, type GroupLimits, groupCommit } from "./group-commit.ts";
import { type RunLocks, runLocks } from "./locks/run-locks.ts";
import type { OpenDatabase } from "./sqlite-database.ts";
import { openWriter } from "./sqlite-writer.ts";
import { type TemplateReader, templateReader } from "./templates/stored-templates.ts";
import type { CommitThread } from "./thread/commit-thread.ts";

/** An open database with what writes to it. */
export interface SqliteJournal {
  readonly database: DatabaseSync;
  readonly snapshot: OpenDatabase["snapshot"];
  readonly group: GroupCommit<UncheckedRow>;
  readonly locks: RunLocks;
  /** Of rows that were read through `database`. */
  readonly whole: TemplateReader;
  /** From its start on, which takes a moment, groups are written by a thread of their own. */
  writeOn(start: (owner: string) => CommitThread): void;
  close(): Promise<void>;
}

const LIMITS: GroupLimits = { rows: 512, length: 8_000_000, milliseconds: 5 };

export function openJournal(path: string, opened: OpenDatabase): SqliteJournal {
  const { database } = opened;
  const locks = runLocks(database);
  const writer = openWriter(path, database, locks.owner);
  let thread: CommitThread | undefined;

  function commit(rows: readonly UncheckedRow[], isDurable: boolean): void | Promise<void> {
    // once it writes, it writes all that comes: order is kept by there being one writer at a time
    if (thread?.isReady() === true) return thread.commit(rows, [...locks.held()]);
    writer.commit(rows, { held: locks.held(), isDurable });
  }

  const group = groupCommit(commit, LIMITS);
  return {
    database,
    snapshot: opened.snapshot,
    group: {
      ...group,
      // nothing that could block this thread runs while another one writes
      save: () => (thread?.isReady() === true ? undefined : group.save()),
    },
    locks,
    whole: templateReader(database),
    writeOn(start) {
      try {
        thread ??= start(locks.owner);
      } catch {
        // where no thread may be started, this one goes on as before
      }
    },
    async close() {
      try {
        await thread?.close();
      } finally {
        try {
          locks.unlockAll();
        } finally {
          opened.close();
        }
      }
    },
  };
}
