import { randomUUID } from "node:crypto";
import { RealDate } from "../core/async/own-timers.ts";
import { runFold } from "../core/folds/run-summary.ts";
import type { RunEndEvent, RunEvent } from "../core/run.ts";
import type { RunStore } from "../core/run-store.ts";
import { gatesEvent } from "../project/gates/gates-event.ts";
import { runMask } from "../project/run/secrets/run-secrets.ts";
import { unreachedEnd } from "../runner/run-cases.ts";
import type { PostgresClient, PostgresQuery } from "../stores/postgres/postgres-client.ts";
import { columnsOf, toPostgresRow } from "../stores/postgres/postgres-rows.ts";
import { QUEUE_SCHEMA } from "../stores/postgres/workers-schema.ts";
import type { Dispatch } from "./dispatches.ts";
import type { JobQueue } from "./job-queue.ts";

interface CloseOptions {
  readonly client: PostgresClient;
  readonly queue: JobQueue;
  readonly store: RunStore;
}

type Ending = Pick<Dispatch, "runId" | "planned" | "ended" | "unreached" | "halt">;

/** Says of every run whose last conversation has ended how it ended. Whoever is there does it, and only one of them. */
export async function closeEndedRuns({ client, queue, store }: CloseOptions): Promise<void> {
  const closer = randomUUID();
  const ending = await client.query<Ending>(CLAIM, [closer]);
  for (const run of ending) {
    await closeRun({ client, store, closer }, run);
    await queue.close(run.runId);
  }
}

async function closeRun(
  { client, store, closer }: Omit<CloseOptions, "queue"> & { readonly closer: string },
  run: Ending,
): Promise<void> {
  const { runId } = run;
  const end = endOf(run);
  const events: RunEvent[] = [];
  if (end.status !== "interrupted") {
    const gates = await gatesEvent({ runId, gates: await gatesOf(store, runId), store });
    if (gates !== undefined) events.push(gates);
  }
  events.push({ type: "run-end", runId, at: new RealDate().toISOString(), ...end });
  await client.transaction((query) => writeEnd(query, { closer, runId, events }));
}

function endOf({
  planned,
  ended,
  unreached,
  halt,
}: Ending): Pick<RunEndEvent, "status" | "detail"> {
  if (halt !== null && ended < planned) return halt;
  return unreached > 0 ? unreachedEnd(unreached) : { status: "ended" };
}

/** What the run is held against by now. */
async function gatesOf(store: RunStore, runId: string) {
  const run = runFold();
  for (const event of await store.runEvents(runId)) run.apply(event);
  return run.summary().about.gates;
}

interface RunEnding {
  readonly closer: string;
  readonly runId: string;
  readonly events: readonly RunEvent[];
}

async function writeEnd(query: PostgresQuery, { closer, runId, events }: RunEnding): Promise<void> {
  const mine = await query(
    "UPDATE assay.dispatches SET state = 'closed' WHERE run_id = $1 AND closer = $2 AND state = 'open' RETURNING run_id",
    [runId, closer],
  );
  // another one took over, or this was done in a transaction of which nobody could tell how it ended
  if (mine.length === 0) return;
  const mask = runMask(runId);
  const rows = events.map((event) => {
    const masked = mask.event(event);
    return toPostgresRow(masked.event, masked.text);
  });
  await query("SELECT assay.append($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)", [
    `${closer} ${runId}`,
    [],
    ...columnsOf(rows),
  ]);
}

/** Who has claimed an end and is silent for a minute is gone. */
const CLAIM = `
UPDATE assay.dispatches AS d SET closer = $1, closing = now()
WHERE d.state = 'open' AND (d.closer IS NULL OR d.closing < now() - interval '60 seconds')
  AND (d.ended >= d.planned OR d.halt IS NOT NULL AND NOT EXISTS (
    SELECT FROM ${QUEUE_SCHEMA}.job j
    WHERE j.name = 'run-' || regexp_replace(d.run_id, '[^A-Za-z0-9_.-]', '_', 'g') AND j.state = 'active'
  ))
RETURNING run_id AS "runId", planned, ended, unreached, halt`;
