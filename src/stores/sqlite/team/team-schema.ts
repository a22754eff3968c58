/**
 * Made when a server for several people is started on a file, and not before: the file of somebody alone has none of it.
 * The triggers are for whoever tries by mistake; who may write the file may do anything with it.
 */
export const TEAM_SCHEMA = `
CREATE TABLE IF NOT EXISTS team_sessions (
  key TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, user_name TEXT NOT NULL, label TEXT NOT NULL, origin TEXT NOT NULL,
  role TEXT NOT NULL, created_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, seen_at INTEGER NOT NULL, seal TEXT NOT NULL,
  address TEXT NOT NULL, browser TEXT NOT NULL, generation INTEGER NOT NULL, rotated_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS team_tokens (
  key TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, user_name TEXT NOT NULL, label TEXT NOT NULL, origin TEXT NOT NULL,
  role TEXT NOT NULL, created_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, seen_at INTEGER NOT NULL, seal TEXT NOT NULL,
  name TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS team_audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, who TEXT NOT NULL, by_what TEXT NOT NULL,
  action TEXT NOT NULL, target TEXT NOT NULL, outcome TEXT NOT NULL, address TEXT NOT NULL, note TEXT NOT NULL
);
CREATE TRIGGER IF NOT EXISTS team_audit_stays BEFORE UPDATE ON team_audit
  BEGIN SELECT RAISE(ABORT, 'the audit log is not changed'); END;
CREATE TRIGGER IF NOT EXISTS team_audit_keeps BEFORE DELETE ON team_audit
  BEGIN SELECT RAISE(ABORT, 'the audit log is not changed'); END;
`;
