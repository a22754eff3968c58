import { existsSync } from "node:fs";
import { UserFacingError } from "../../core/errors.ts";
import type { RunStore } from "../../core/run-store.ts";
import type { TraceStore } from "../../core/traces/trace-store.ts";
import { shortPath } from "../../files/short-path.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { openRunStore, openTraceStore } from "../../stores/open-store.ts";
import { isPostgresAddress } from "../../stores/postgres-address.ts";

interface Both {
  readonly runs: RunStore;
  readonly traces: TraceStore;
}

interface BothOptions {
  readonly onDamage: (what: string) => void;
  /** It is made where there is none. */
  readonly isNew?: boolean | undefined;
}

/** Opens everything of a store, and closes it behind the work. */
export async function withBoth<T>(
  place: string,
  { onDamage, isNew = false }: BothOptions,
  work: (both: Both) => Promise<T>,
): Promise<T> {
  if (!isNew && !isPostgresAddress(place) && !existsSync(place)) throw noStore(place);
  const told = new Set<string>();
  const once = (key: string, what: string) => {
    if (!told.has(key)) onDamage(what);
    told.add(key);
  };
  const runs = await openRunStore(place, {
    onDamage({ runId, seq }, { type, evalId }) {
      const what = evalId === undefined ? type : `${type} of ${cleanLine(evalId)}`;
      once(`event ${seq}`, `event ${seq} of run ${runId}: its ${what}`);
    },
  });
  const traces = await openTraceStore(place, {
    onDamage({ sessionId, what, seq }) {
      once(`${what} ${seq}`, `${what} ${seq} of session ${cleanLine(sessionId)}`);
    },
  });
  try {
    return await work({ runs, traces });
  } finally {
    await traces.close();
    await runs.close();
  }
}

function noStore(path: string): UserFacingError {
  return new UserFacingError("store/unusable", `There is no store ${shortPath(path)}.`, {
    hint: "Give the file that runs are kept in, usually .assay/assay.db, or the address of a PostgreSQL database.",
  });
}
