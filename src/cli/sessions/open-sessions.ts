import { resolve } from "node:path";
import type { TraceStore } from "../../core/traces/trace-store.ts";
import { sqliteTraceStore } from "../../stores/sqlite/traces/sqlite-trace-store.ts";
import { textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";

/** Opens the workspace's traces for a command and closes them behind it. */
export async function withSessions<T>(
  { options, cwd }: CommandInput,
  work: (store: TraceStore) => Promise<T>,
): Promise<T> {
  const store = sqliteTraceStore(resolve(cwd, textOption(options, "store") ?? ".assay/assay.db"));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
