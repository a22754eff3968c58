import { checkTables } from "../stores/postgres/migrate-postgres.ts";
import { type PostgresClient, postgresClient } from "../stores/postgres/postgres-client.ts";
import { shownAddress } from "../stores/postgres-address.ts";
import { type JobQueue, openJobQueue } from "./job-queue.ts";

/** The way to the queue of a team's database. */
export interface Team {
  readonly client: PostgresClient;
  readonly queue: JobQueue;
  close(): Promise<void>;
}

const CONNECTIONS = 8;

export async function openTeam(address: string): Promise<Team> {
  const shown = shownAddress(address);
  const client = postgresClient({
    address,
    connections: CONNECTIONS,
    prepare: (query) => checkTables(query, shown),
  });
  try {
    const queue = await openJobQueue({ client });
    return {
      client,
      queue,
      async close() {
        await queue.stop();
        await client.close();
      },
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}
