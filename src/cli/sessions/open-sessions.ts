import type { TraceStore } from "../../core/traces/trace-store.ts";
import { openTraceStore } from "../../stores/open-store.ts";
import { storeOf } from "../arguments/store-option.ts";
import type { CommandInput } from "../command.ts";

/** Opens the workspace's traces for a command and closes them behind it. */
export async function withSessions<T>(
  input: CommandInput,
  work: (store: TraceStore) => Promise<T>,
): Promise<T> {
  const store = await openTraceStore(storeOf(input));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
