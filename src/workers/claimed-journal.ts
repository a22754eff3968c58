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
  readonly onLost: (claim: Claim) => void;
  readonly onHalt: (halt: RunHalt) => void;
  /** Whether what ends may keep the rest of the run from beginning. */
  readonly mayHalt: () => boolean;
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
    const { lost, halt } = options.mayHalt()
      ? await client.transaction((query) => write(query, group))
      : await writeAtOnce(client.query, group);
    for (const { claim } of rows) if (lost.includes(claim.id)) onLost(claim);
    if (halt !== undefined) onHalt(halt);
  }, LIMITS);
}

/** The journal, and how to wait for what ended: what others only begin is nothing that anybody has to wait for. */
export function withEnds(journal: AsyncGroupCommit<ClaimedRow>) {
  let last: Promise<void> | undefined;
  const counted: AsyncGroupCommit<ClaimedRow> = {
    ...journal,
    add(claimed, length) {
      const durable = journal.add(claimed, length);
      const { type } = claimed.row;
      if (type === "turn-end" || type === "case-end") last = durable;
      return durable;
    },
  };
  return { journal: counted, ended: async () => await last };
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
  const [said] = await query<Said>(APPEND, valuesOf({ writer, number, name, rows }));
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

interface Said {
  readonly again: boolean;
  readonly lost: readonly string[] | null;
}

/** The same in one question, where nobody has to be told what the run comes to by it. */
async function writeAtOnce(query: PostgresQuery, group: Group): Promise<Written> {
  const ended = group.rows.filter(({ end }) => end !== undefined);
  const claims = ended.map(({ claim }) => claim);
  const settle = ended.length > 0 ? await group.queue.completion(group.name, claims) : undefined;
  const values = valuesOf(group);
  const [said] =
    settle === undefined
      ? await query<Said>(APPEND, values)
      : await query<Said>(APPEND_ENDED, [
          ...values,
          settle.text,
          claims.map(({ id }) => id),
          settle.values[3],
          ended.map(({ end }) => end?.unreached === true),
        ]);
  return { lost: said?.lost ?? [] };
}

function valuesOf({ writer, number, name, rows }: Omit<Group, "queue" | "runId">): unknown[] {
  return [
    writer,
    number,
    name,
    rows.map(({ claim }) => claim.id),
    rows.map(({ claim }) => claim.attempt),
    ...columnsOf(rows.map(({ row }) => row)),
  ];
}

const APPEND =
  "SELECT again, lost FROM assay.append_claimed($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";
const APPEND_ENDED =
  "SELECT again, lost FROM assay.append_ended($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)";
