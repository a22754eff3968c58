import { randomBytes } from "node:crypto";

/** What one file was before a change, and is after it; undefined where there was none. */
export interface FileChange {
  readonly file: string;
  /** How messages call it. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The last changes of files, so that each can be taken back whole, comments and all. */
export interface UndoLog {
  /** Gives the word by which it is asked for. */
  add(changes: readonly FileChange[]): string;
  take(token: string): readonly FileChange[] | undefined;
  /** Puts back what `take` gave, where it could not be undone after all. */
  keep(token: string, changes: readonly FileChange[]): void;
}

const MOST = 50;

export function undoLog(): UndoLog {
  const kept = new Map<string, readonly FileChange[]>();
  const keep = (token: string, changes: readonly FileChange[]) => {
    kept.set(token, changes);
    for (const [old] of kept) if (kept.size > MOST) kept.delete(old);
  };
  return {
    add(changes) {
      const token = randomBytes(9).toString("base64url");
      keep(token, changes);
      return token;
    },
    take(token) {
      const changes = kept.get(token);
      kept.delete(token);
      return changes;
    },
    keep,
  };
}
