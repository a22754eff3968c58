import type { RunStore } from "../core/run-store.ts";
import type { TeamStore } from "../core/team/team-store.ts";
import type { TraceStore } from "../core/traces/trace-store.ts";
import type { Damage, DamagedPlace } from "./event-row.ts";
import { isPostgresAddress } from "./postgres-address.ts";
import type { TraceDamage } from "./trace-damage.ts";

interface OpenOptions {
  readonly onDamage?: ((damage: Damage, place: DamagedPlace) => void) | undefined;
}

/** The runs of a workspace: in the file of this path, or in the database of this address. Only what is used is loaded. */
export async function openRunStore(
  place: string,
  { onDamage }: OpenOptions = {},
): Promise<RunStore> {
  if (isPostgresAddress(place)) {
    const { postgresStore } = await import("./postgres/postgres-store.ts");
    return postgresStore({ address: place, onDamage });
  }
  const { sqliteStore } = await import("./sqlite/sqlite-store.ts");
  return sqliteStore({ path: place, onDamage });
}

/** The traces beside them. */
export async function openTraceStore(
  place: string,
  { onDamage }: { readonly onDamage?: ((damage: TraceDamage) => void) | undefined } = {},
): Promise<TraceStore> {
  if (isPostgresAddress(place)) {
    const { postgresTraceStore } = await import("./postgres/traces/postgres-trace-store.ts");
    return postgresTraceStore({ address: place, onDamage });
  }
  const { sqliteTraceStore } = await import("./sqlite/traces/sqlite-trace-store.ts");
  return sqliteTraceStore({ path: place, onDamage });
}

/** What a server for several people keeps beside them. */
export async function openTeamStore(place: string): Promise<TeamStore> {
  if (isPostgresAddress(place)) {
    const { postgresTeamStore } = await import("./postgres/team/postgres-team-store.ts");
    return postgresTeamStore(place);
  }
  const { sqliteTeamStore } = await import("./sqlite/team/sqlite-team-store.ts");
  return sqliteTeamStore(place);
}
