import { checkTables } from "../stores/postgres/migrate-postgres.ts";
import { type PostgresClient, postgresClient } from "../stores/postgres/postgres-client.ts";
import { shownAddress } from "../stores/postgres-address.ts";

/** The tables of a team's database; nothing is connected before something is asked. */
export function openTables(address: string, connections = 1): PostgresClient {
  const shown = shownAddress(address);
  return postgresClient({ address, connections, prepare: (query) => checkTables(query, shown) });
}
