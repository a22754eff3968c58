import type { RunStore } from "../core/run-store.ts";
import { cleanLine } from "../reporters/text/clean-text.ts";
import { storeOf } from "./arguments/store-option.ts";
import type { CommandInput } from "./command.ts";

/** Opens the workspace's runs. Damage is reported once an event. */
async function openRuns(input: CommandInput): Promise<RunStore> {
  const { openRunStore } = await import("../stores/open-store.ts");
  const warned = new Set<number>();
  return await openRunStore(storeOf(input), {
    onDamage({ runId, seq }, { type, evalId }) {
      if (warned.has(seq)) return;
      warned.add(seq);
      const what = evalId === undefined ? type : `${type} of ${cleanLine(evalId)}`;
      input.terminal.warn(
        `warning  Event ${seq} of run ${runId} is damaged and was left out: its ${what}.\n`,
      );
    },
  });
}

/** Opens the workspace's runs for a command and closes them behind it. */
export async function withRuns<T>(
  input: CommandInput,
  work: (store: RunStore) => Promise<T>,
): Promise<T> {
  const store = await openRuns(input);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
