import { afterEach, describe } from "vitest";
import type { TraceBatch, TraceLimits, TraceStore } from "../../core/traces/trace-store.ts";
import { testKeeping } from "./trace-store-keeping-tests.ts";
import { testTraceLimits } from "./trace-store-limits-tests.ts";
import { testRestoring } from "./trace-store-restoring-tests.ts";
import { testRetention } from "./trace-store-retention-tests.ts";
import { testSessions } from "./trace-store-sessions-tests.ts";
import { testTraceSharing } from "./trace-store-sharing-tests.ts";

interface TraceStoreContract {
  /** Makes a store of other limits than the usual ones. */
  readonly makeLimited?: (limits: Partial<TraceLimits>) => Promise<TraceStore>;
  /** Opens another store on the same traces, for stores that outlive their process. */
  readonly openAgain?: (store: TraceStore) => Promise<TraceStore>;
}

/** Every store of traces passes the same tests. A new store's test file is one call to this. */
export function describeTraceStore(
  name: string,
  makeStore: () => Promise<TraceStore>,
  { openAgain, makeLimited }: TraceStoreContract = {},
): void {
  const open: TraceStore[] = [];
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close();
  });
  async function kept(making: Promise<TraceStore>): Promise<TraceStore> {
    const store = await making;
    open.push(store);
    return store;
  }

  describe(`${name} keeps the TraceStore contract`, () => {
    const newStore = async (batches: readonly TraceBatch[] = []) => {
      const store = await kept(makeStore());
      for (const batch of batches) await store.append(batch);
      return store;
    };
    testKeeping(newStore);
    testSessions(newStore);
    testRestoring(newStore);
    testRetention(newStore);
    if (makeLimited !== undefined) testTraceLimits((limits) => kept(makeLimited(limits)));
    if (openAgain !== undefined) testTraceSharing(newStore, (store) => kept(openAgain(store)));
  });
}
