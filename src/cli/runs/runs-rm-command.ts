import { createInterface } from "node:readline";
import { UserFacingError } from "../../core/errors.ts";
import type { RunListing, RunStore } from "../../core/run-store.ts";
import { shortId } from "../../core/text/short-id.ts";
import { ExitCode } from "../../core/verdict.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { removeAdkResults } from "../../project/history/remove-adk-results.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { isOn } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { withRuns } from "../open-runs.ts";
import { timeText } from "../text/time-text.ts";

/** `assay runs rm`: all of the named runs, or none when one of them is unknown or being written. */
export async function runsRmCommand(input: CommandInput): Promise<number> {
  return withRuns(input, async (store) => {
    const runs = await chosenRuns(store, input);
    refuseKept(runs);
    if (!isOn(input.options, "yes") && !(await agreed(runs, input))) {
      input.terminal.warn("Nothing was removed.\n");
      return ExitCode.userError;
    }
    for (const { runId } of runs) await refuseWhileRunning(store, runId);
    for (const run of runs) {
      // first what lies elsewhere: once the run is gone, nothing says where that is
      const files = await removeAdkResults(store, run.runId, input.cwd);
      await store.remove(run.runId);
      await store.unlock(run.runId);
      const also = files === 0 ? "" : `, with ${filesText(files)} in .adk/eval_history`;
      input.terminal.write(`Removed ${describe(run)}${also}.\n`);
    }
    return ExitCode.passed;
  });
}

async function chosenRuns(
  store: RunStore,
  { arguments: names, cwd }: CommandInput,
): Promise<readonly RunListing[]> {
  const ids = new Set<string>();
  for (const name of names) ids.add(await findRun(store, name, { cwd }));
  return (await store.list()).filter((run) => ids.has(run.runId));
}

function refuseKept(runs: readonly RunListing[]): void {
  const kept = runs.find((run) => run.kept === true);
  if (kept === undefined) return;
  const name = shortId(kept.runId);
  throw new UserFacingError("run/kept", `Run ${name} is kept, so it is not removed.`, {
    hint: `Release it first:  assay runs keep ${name} --release. Nothing was removed.`,
  });
}

async function agreed(runs: readonly RunListing[], { terminal }: CommandInput): Promise<boolean> {
  if (!terminal.interactive || !process.stdin.isTTY) {
    throw new UserFacingError("cli/usage", "Removing runs needs a yes, and nobody can be asked.", {
      hint: "Add --yes.",
    });
  }
  for (const run of runs) terminal.write(`  ${describe(run)}\n`);
  const answer = await ask(runs.length === 1 ? "Remove it? [y/N] " : "Remove them? [y/N] ");
  return /^y(es)?$/i.test(answer.trim());
}

/** What was typed; nothing when the input ends or Ctrl-C is pressed. */
function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve) => {
    lines.on("close", () => resolve(""));
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}

async function refuseWhileRunning(store: RunStore, runId: string): Promise<void> {
  if (await store.lock(runId)) return;
  throw new UserFacingError("run/busy", `Run ${shortId(runId)} is running in another process.`, {
    hint: "Wait for it to end, or stop it first. Nothing was removed.",
  });
}

function filesText(count: number): string {
  return count === 1 ? "its file" : `its ${count} files`;
}

function describe({ runId, agent, startedAt }: RunListing): string {
  return `${runId} (${cleanLine(agent)}, ${timeText(startedAt)})`;
}
