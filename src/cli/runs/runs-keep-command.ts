import type { RunStore } from "../../core/run-store.ts";
import { shortId } from "../../core/text/short-id.ts";
import { ExitCode } from "../../core/verdict.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { markRun } from "../../project/history/mark-run.ts";
import { isOn } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { withRuns } from "../open-runs.ts";

/** `assay runs keep`: what is kept is not removed, until it is released. */
export async function runsKeepCommand(input: CommandInput): Promise<number> {
  const kept = !isOn(input.options, "release");
  return withRuns(input, async (store) => {
    // all of them are known before the first is marked
    const ids = new Set<string>();
    for (const name of input.arguments) ids.add(await findRun(store, name, { cwd: input.cwd }));
    const nameOf = await namesOf(store);
    for (const runId of ids) {
      await markRun(store, runId, { kept });
      const said = kept ? "is kept: assay runs rm leaves it alone" : "may be removed again";
      input.terminal.write(`Run ${nameOf(runId)} ${said}.\n`);
    }
    return ExitCode.passed;
  });
}

async function namesOf(store: RunStore): Promise<(runId: string) => string> {
  const ids = (await store.list()).map(({ runId }) => runId);
  return (runId) => shortId(runId, ids);
}
