/** Sessions, tokens and the audit log of a server for several people. */
export const TEAM_TABLES = `
CREATE TABLE assay.team_sessions (
  key text PRIMARY KEY, id text NOT NULL UNIQUE, user_name text NOT NULL, label text NOT NULL, origin text NOT NULL,
  role text NOT NULL, created_at bigint NOT NULL, ends_at bigint NOT NULL, seen_at bigint NOT NULL, seal text NOT NULL,
  address text NOT NULL, browser text NOT NULL, generation integer NOT NULL, rotated_at bigint NOT NULL
);
CREATE INDEX team_sessions_by_user ON assay.team_sessions (user_name);
CREATE TABLE assay.team_tokens (
  key text PRIMARY KEY, id text NOT NULL UNIQUE, user_name text NOT NULL, label text NOT NULL, origin text NOT NULL,
  role text NOT NULL, created_at bigint NOT NULL, ends_at bigint NOT NULL, seen_at bigint NOT NULL, seal text NOT NULL,
  name text NOT NULL
);
CREATE INDEX team_tokens_by_user ON assay.team_tokens (user_name);
CREATE TABLE assay.team_audit (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at bigint NOT NULL, who text NOT NULL, by_what text NOT NULL,
  action text NOT NULL, target text NOT NULL, outcome text NOT NULL, address text NOT NULL, note text NOT NULL
);
CREATE INDEX team_audit_by_who ON assay.team_audit (who, seq);
CREATE FUNCTION assay.team_audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is not changed';
END $$;
CREATE TRIGGER team_audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON assay.team_audit
  FOR EACH STATEMENT EXECUTE FUNCTION assay.team_audit_stays();
`;
