import { randomUUID } from "node:crypto";
import { type AsyncGroupCommit, asyncGroupCommit } from "../stores/postgres/async-group-commit.ts";
import type { PostgresClient, PostgresQuery } from "../stores/postgres/postgres-client.ts";
import { columnsOf, type PostgresRow } from "../stores/postgres/postgres-rows.ts";
import { countEnded, type RunHalt } from "./dispatches.ts";
import type { Claim, JobQueue } from "./job-queue.ts";

/** An event of a conversation, by whoever has its lease. */
export interface ClaimedRow {
  readonly claim: Claim;
  readonly row: PostgresRow;
  /** Set with the event that ends the conversation: its job is done in the same transaction. */
  readonly end?: ConversationEnd | undefined;
}

interface ConversationEnd {
  readonly status: "passed" | "failed" | "not-evaluated";
  readonly unreached: boolean;
  /** What its agent cost, in US dollars. */
  readonly agentCost: number;
}

interface JournalOptions {
  readonly runId: string;
  /** The queue that the jobs are in. */
  readonly name: string;
  readonly client: PostgresClient;
  readonly queue: JobQueue;
  /** Hears of conversations whose lease was lost: nothing of what they say is kept. */
  readonly onLost: (jobId: string) => void;
  readonly onHalt: (halt: RunHalt) => void;
}

const LIMITS = { rows: 512, length: 8_000_000 };

/**
 * Writes the events of one run's conversations, those of many at once. What comes from somebody who has lost the lease is
 * refused by the database, in the transaction that keeps what others said beside it.
 */
export function claimedJournal(options: JournalOptions): AsyncGroupCommit<ClaimedRow> {
  const { client, onLost, onHalt } = options;
  const writer = randomUUID();
  let number = 0;
  return asyncGroupCommit<ClaimedRow>(async (rows) => {
    number += 1;
    const group = { ...options, writer, number, rows };
    const { lost, halt } = await client.transaction((query) => write(query, group));
    for (const id of lost) onLost(id);
    if (halt !== undefined) onHalt(halt);
  }, LIMITS);
}

interface Group extends Pick<JournalOptions, "runId" | "name" | "queue"> {
  readonly writer: string;
  /** By which the database knows a group that is sent again. */
  readonly number: number;
  readonly rows: readonly ClaimedRow[];
}

interface Written {
  readonly lost: readonly string[];
  readonly halt?: RunHalt | undefined;
}

async function write(
  query: PostgresQuery,
  { runId, name, queue, writer, number, rows }: Group,
): Promise<Written> {
  const [said] = await query<{ again: boolean; lost: readonly string[] | null }>(APPEND, [
    writer,
    number,
    name,
    rows.map(({ claim }) => claim.id),
    rows.map(({ claim }) => claim.attempt),
    ...columnsOf(rows.map(({ row }) => row)),
  ]);
  const lost = said?.lost ?? [];
  if (said?.again === true) return { lost };
  const ended = rows.filter(({ claim, end }) => end !== undefined && !lost.includes(claim.id));
  if (ended.length === 0) return { lost };
  await queue.complete(
    name,
    ended.map(({ claim }) => claim),
    query,
  );
  const ends = ended.flatMap(({ end }) => (end === undefined ? [] : [end]));
  const halt = await countEnded(query, runId, {
    ended: ends.length,
    unreached: ends.filter(({ unreached }) => unreached).length,
    failed: ends.filter(({ status }) => status === "failed").length,
    agentsSpent: ends.reduce((sum, { agentCost }) => sum + agentCost, 0),
  });
  return { lost, halt };
}

const APPEND =
  "SELECT again, lost FROM assay.append_claimed($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";
