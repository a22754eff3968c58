import type { AuditEntry } from "../../core/team/team-store.ts";
import { type Measure, type Meters, meters } from "../../project/otel/metrics/meters.ts";
import { pushMetrics } from "../../project/otel/metrics/push-metrics.ts";
import { isPostgresAddress } from "../../stores/postgres-address.ts";
import type { CommandInput } from "../command.ts";
import { VERSION } from "../version.ts";
import type { ServerLog } from "./server-log.ts";

interface OpenMeters {
  readonly meters: Meters;
  close(): Promise<void>;
}

interface MetersInput {
  readonly input: CommandInput;
  readonly store: string;
  readonly said: ServerLog;
}

/** What is counted on a server for a team: its requests, and the queue and the workers of its database. */
export async function openMeters({ input, store, said }: MetersInput): Promise<OpenMeters> {
  const all = meters();
  all.watch(async () => [gauge("assay_resident_bytes", process.memoryUsage.rss())]);
  const fleet = isPostgresAddress(store) ? await watchFleet(all, store) : undefined;
  const { env } = input;
  const note = (text: string) => said.warn(`warning  ${text}\n`);
  const pushed = pushMetrics({ meters: all, version: VERSION, env, note });
  return {
    meters: all,
    async close() {
      await pushed?.close();
      await fleet?.close();
    },
  };
}

/** Loaded where there can be workers. */
async function watchFleet(all: Meters, address: string) {
  const { fleetReader } = await import("../../workers/fleet.ts");
  const reader = fleetReader(address);
  all.watch(async () => {
    const { runs, queued, active, ended, lost, waiting, workers } = await reader.read();
    return [
      gauge("assay_queue_depth", queued),
      gauge("assay_queue_active", active),
      gauge("assay_queue_runs", runs),
      gauge("assay_workers", workers.length),
      gauge("assay_cases_total", ended),
      gauge("assay_lease_losses_total", lost),
      gauge("assay_model_calls_waiting", waiting),
    ];
  });
  return reader;
}

function gauge(name: string, value: number): Measure {
  return { name, value, labels: {} };
}

/** Refusals are told, and counted. */
export function tellOf(said: ServerLog, counted: OpenMeters | undefined) {
  return (entry: AuditEntry): void => {
    said.audit(entry);
    if (entry.outcome !== "refused") return;
    counted?.meters.add("assay_refusals_total", 1, { action: knownAction(entry) });
  };
}

/** A method of HTTP may be any word that somebody sends. */
function knownAction({ action }: AuditEntry): string {
  return /^[a-z ]{1,40}$/.test(action) ? action : "other";
}
