import { describeTraceStore } from "../testing/trace-store/trace-store-contract.ts";
import { memoryTraceStore } from "./memory-trace-store.ts";

describeTraceStore("memoryTraceStore", async () => memoryTraceStore(), {
  makeLimited: async (limits) => memoryTraceStore({ limits }),
});
