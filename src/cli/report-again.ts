import { exitCodeOf } from "../core/folds/run-summary.ts";
import type { RunStore } from "../core/run-store.ts";
import { secretsOf } from "../project/history/agent-of-run.ts";
import { loadRun } from "../project/history/load-run.ts";
import type { CommandInput } from "./command.ts";
import { leftOutNotes } from "./eval/read-eval-request.ts";
import { openReporters } from "./open-reporters.ts";
import { printNotes } from "./print-notes.ts";

/** A run that was killed after its last case has nothing left to run, but may not have said so. */
export async function reportAgain(
  input: CommandInput,
  store: RunStore,
  runId: string,
): Promise<number> {
  const { summary, cases } = await loadRun(store, runId);
  const secrets = await secretsOf(summary.about, input.cwd);
  printNotes(input, leftOutNotes(input.options));
  input.terminal.warn(
    `note   Run ${runId} has ended; nothing was left to run.\n       Its report again:\n`,
  );
  for (const reporter of await openReporters(input, { secrets })) {
    await reporter.onStart?.(summary);
    await reporter.onEnd?.(summary, cases);
  }
  return exitCodeOf(summary);
}
