import { UserFacingError } from "../../core/errors.ts";
import { shortId } from "../../core/text/short-id.ts";
import { ExitCode } from "../../core/verdict.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { markRun } from "../../project/history/mark-run.ts";
import { checkedName, checkFree } from "../../project/history/run-name.ts";
import { isOn } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { withRuns } from "../open-runs.ts";

/** `assay runs name`: a run can be asked for by a name from then on. */
export async function runsNameCommand(input: CommandInput): Promise<number> {
  const { terminal, cwd, options } = input;
  const [run, given] = input.arguments;
  const remove = isOn(options, "remove");
  if ((given === undefined) !== remove) throw usage(remove);
  const name = checkedName(given);
  return withRuns(input, async (store) => {
    const runId = await findRun(store, run, { cwd });
    const runs = await store.list();
    if (name !== undefined) checkFree(name, runs);
    const short = shortId(
      runId,
      runs.map((each) => each.runId),
    );
    const earlier = runs.find((each) => each.name === name && each.runId !== runId);
    await markRun(store, runId, { name: name ?? null });
    if (name === undefined) terminal.write(`Run ${short} has no name any more.\n`);
    else {
      const also =
        earlier === undefined
          ? ""
          : ` Run ${earlier.runId} is called so too; the newest of them is meant.`;
      terminal.write(`Run ${short} is called ${name}.${also}\n`);
    }
    return ExitCode.passed;
  });
}

function usage(remove: boolean): UserFacingError {
  return new UserFacingError(
    "cli/usage",
    remove ? "--remove takes a name away, and one was given." : "A name is missing.",
    { hint: "Write  assay runs name RUN NAME  or  assay runs name RUN --remove" },
  );
}
