import { resolve } from "node:path";
import type { RunStore } from "../core/run-store.ts";
import type { CommandInput } from "./command.ts";
import { textOption } from "./read-options.ts";

/** Opens the workspace's runs for a command and closes them behind it. Damage is told once an event. */
export async function withRuns<T>(
  { options, cwd, terminal }: CommandInput,
  work: (store: RunStore) => Promise<T>,
): Promise<T> {
  const { sqliteStore } = await import("../stores/sqlite-store.ts");
  const told = new Set<number>();
  const store = sqliteStore({
    path: resolve(cwd, textOption(options, "store") ?? ".assay/assay.db"),
    onDamage({ runId, seq }) {
      if (told.has(seq)) return;
      told.add(seq);
      terminal.warn(`warning  Event ${seq} of run ${runId} is damaged and was left out.\n`);
    },
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
