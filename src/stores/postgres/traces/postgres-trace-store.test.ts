import { postgresDatabase } from "../../../../tests/postgres-database.ts";
import type { TraceStore } from "../../../core/traces/trace-store.ts";
import { describeTraceStore } from "../../../testing/trace-store/trace-store-contract.ts";
import { postgresTraceStore } from "./postgres-trace-store.ts";

const addresses = new WeakMap<TraceStore, string>();

async function storeAt(address: string): Promise<TraceStore> {
  const store = postgresTraceStore(address);
  addresses.set(store, address);
  return store;
}

describeTraceStore("postgresTraceStore", async () => storeAt(await postgresDatabase()), {
  makeLimited: async (limits) => postgresTraceStore({ address: await postgresDatabase(), limits }),
  openAgain: async (store) => storeAt(addresses.get(store) ?? ""),
});
