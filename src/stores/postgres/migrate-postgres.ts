import { UserFacingError } from "../../core/errors.ts";
import { shownAddress } from "../postgres-address.ts";
import { type PostgresQuery, postgresClient } from "./postgres-client.ts";
import { MIGRATION_LOCK, migrations, TABLES_VERSION } from "./postgres-schema.ts";

/** The version of the tables; 0 where there are none. */
async function tablesVersion(query: PostgresQuery): Promise<number> {
  const [found] = await query<{ exists: boolean }>(
    "SELECT to_regclass('assay.meta') IS NOT NULL AS exists",
  );
  if (found?.exists !== true) return 0;
  const [row] = await query<{ value: string }>(
    "SELECT value FROM assay.meta WHERE name = 'schemaVersion'",
  );
  return Number(row?.value ?? 0);
}

/** Makes tables where there are none. Older ones are left to whoever looks after the database: others use them too. */
export async function checkTables(query: PostgresQuery, shown: string): Promise<void> {
  const version = await tablesVersion(query);
  if (version === TABLES_VERSION) return;
  if (version === 0) return await migrateTables(query, shown);
  throw version > TABLES_VERSION ? newerTables(shown) : olderTables(shown, version);
}

/** What `assay store migrate` does. */
export async function migratePostgres(
  address: string,
): Promise<{ readonly before: number; readonly after: number }> {
  const shown = shownAddress(address);
  // going once through all events of a large database takes its time
  const client = postgresClient({ address, queryTimeout: 0, prepare: async () => {} });
  try {
    const before = await tablesVersion(client.query);
    if (before !== TABLES_VERSION) await migrateTables(client.query, shown);
    return { before, after: await tablesVersion(client.query) };
  } finally {
    await client.close();
  }
}

/** Brings the tables up to this version, whoever else tries the same. */
async function migrateTables(query: PostgresQuery, shown: string): Promise<void> {
  // one statement, so one transaction: half a migration is none
  const version = await tablesVersion(query);
  if (version > TABLES_VERSION) throw newerTables(shown);
  await query(migrationScript());
}

/** Looks again at the version once it has the lock: another process may have been here first. */
function migrationScript(): string {
  const steps = migrations.map((step, place) => {
    const quoted = `$step$${step}$step$`;
    return `IF version < ${place + 1} THEN EXECUTE ${quoted}; END IF;`;
  });
  return `
DO $migrate$
DECLARE
  version integer;
BEGIN
  PERFORM pg_advisory_xact_lock(${MIGRATION_LOCK});
  CREATE SCHEMA IF NOT EXISTS assay;
  CREATE TABLE IF NOT EXISTS assay.meta (name text PRIMARY KEY, value text NOT NULL);
  SELECT coalesce(max(m.value::integer), 0) INTO version FROM assay.meta m WHERE m.name = 'schemaVersion';
  ${steps.join("\n  ")}
  INSERT INTO assay.meta (name, value) VALUES ('schemaVersion', greatest(version, ${TABLES_VERSION})::text)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value;
END $migrate$`;
}

function newerTables(shown: string): UserFacingError {
  return new UserFacingError(
    "store/unusable",
    `The tables of ${shown} were made by a newer version of Assay.`,
    { hint: "Update Assay." },
  );
}

function olderTables(shown: string, version: number): UserFacingError {
  return new UserFacingError(
    "store/unusable",
    `The tables of ${shown} have version ${version}; this Assay needs ${TABLES_VERSION}.`,
    { hint: "Bring them up for everybody who uses them:  assay store migrate" },
  );
}
