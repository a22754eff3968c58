import { parentPort, workerData } from "node:worker_threads";
import { clearInterval, setInterval } from "../../core/async/own-timers.ts";
import { postgresClient } from "../../stores/postgres/postgres-client.ts";
import type { LeaseAnswer, LeaseOrder, LeaseThreadData } from "./lease-order.ts";

/** The thread of `lease-keeper.ts`: renews leases on a connection of its own, whatever the thread of the agents is busy with. */
const { address, workerId, everyMs, letGo } = workerData as LeaseThreadData;

const client = postgresClient({ address, connections: 1, prepare: async () => {} });
const isLetGo = new Int32Array(letGo);
const orders = new Map<string, LeaseOrder>();
let renewing: Promise<void> | undefined;

const timer = setInterval(() => {
  // a database that is away is asked again with the next beat
  renewing ??= renewAll()
    .catch(() => {})
    .finally(() => {
      renewing = undefined;
    });
}, everyMs);

parentPort?.on("message", (order: LeaseOrder | "close") => {
  if (order === "close") void close();
  else if (order.renewal === undefined) orders.delete(order.runId);
  else orders.set(order.runId, order);
});

async function renewAll(): Promise<void> {
  if (mustLapse()) return;
  await client.query("UPDATE assay.workers SET seen = now() WHERE id = $1", [workerId]);
  for (const { runId, attempts, renewal } of [...orders.values()]) {
    if (renewal === undefined || mustLapse()) continue;
    const at = Date.now();
    const [row] = await client.query<{ readonly ids: readonly string[] }>(
      renewal.text,
      renewal.values,
    );
    parentPort?.postMessage({ runId, attempts, kept: row?.ids ?? [], at } satisfies LeaseAnswer);
  }
}

function mustLapse(): boolean {
  return Atomics.load(isLetGo, 0) !== 0;
}

async function close(): Promise<void> {
  clearInterval(timer);
  await renewing;
  await client.close();
  parentPort?.close();
}
