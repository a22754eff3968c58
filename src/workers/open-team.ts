import type { PostgresClient } from "../stores/postgres/postgres-client.ts";
import { type JobQueue, openJobQueue } from "./job-queue.ts";
import { openTables } from "./open-tables.ts";

/** The way to the queue of a team's database. */
export interface Team {
  readonly client: PostgresClient;
  readonly queue: JobQueue;
  close(): Promise<void>;
}

const CONNECTIONS = 8;

export async function openTeam(address: string): Promise<Team> {
  const client = openTables(address, CONNECTIONS);
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
