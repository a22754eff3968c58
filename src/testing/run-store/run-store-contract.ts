import { afterEach, describe } from "vitest";
import type { RunEvent } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";
import { testCasePages } from "./run-store-case-pages-tests.ts";
import { appendAll } from "./run-store-journal.ts";
import { testOrder } from "./run-store-order-tests.ts";
import { testJournal } from "./run-store-pages-tests.ts";
import { testRuns } from "./run-store-runs-tests.ts";
import { testSharing } from "./run-store-sharing-tests.ts";
import { testStandings } from "./run-store-standings-tests.ts";
import { testValues } from "./run-store-values-tests.ts";

interface RunStoreContract {
  /** Opens another store on the same journal, for stores that outlive their process. */
  readonly openAgain?: (store: RunStore) => Promise<RunStore>;
}

/** Every store passes the same tests. A new store's test file is one call to this. */
export function describeRunStore(
  name: string,
  makeStore: () => Promise<RunStore>,
  { openAgain }: RunStoreContract = {},
): void {
  const open: RunStore[] = [];
  async function newStore(events: readonly RunEvent[] = []): Promise<RunStore> {
    const store = await makeStore();
    open.push(store);
    await appendAll(store, events);
    return store;
  }
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close();
  });

  describe(`${name} keeps the RunStore contract`, () => {
    testOrder(newStore);
    testJournal(newStore);
    testCasePages(newStore);
    testRuns(newStore);
    testStandings(newStore);
    testValues(newStore);
  });

  if (openAgain === undefined) return;
  describe(`${name} outlives the one who opened it`, () => {
    testSharing(newStore, async (store) => {
      const other = await openAgain(store);
      open.push(other);
      return other;
    });
  });
}
