import { UserFacingError } from "../../core/errors.ts";
import { shortId } from "../../core/text/short-id.ts";
import { ExitCode } from "../../core/verdict.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { closeEndedRuns } from "../../workers/close-run.ts";
import { findDispatch } from "../../workers/dispatches.ts";
import { openTeam } from "../../workers/open-team.ts";
import { isOn } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { withRuns } from "../open-runs.ts";
import { teamStoreOf } from "../workers/team-store.ts";
import { cancelRun } from "../workers/watch-on-workers.ts";

/** `assay runs cancel`: workers begin nothing more of the run. */
export async function runsCancelCommand(input: CommandInput): Promise<number> {
  const address = teamStoreOf(input, "assay runs cancel");
  return await withRuns(input, async (store) => {
    const runId = await findRun(store, input.arguments[0], { cwd: input.cwd });
    const name = shortId(runId);
    const team = await openTeam(address);
    try {
      const dispatch = await findDispatch(team.client, runId);
      if (dispatch === undefined) {
        throw new UserFacingError("run/not-found", `Run ${name} is not with workers.`, {
          hint: "Only runs that were started with --workers and have not ended can be cancelled.",
        });
      }
      await cancelRun(team, runId, isOn(input.options, "now"));
      await closeEndedRuns({ ...team, store });
      const drains = (await findDispatch(team.client, runId)) !== undefined;
      const goOn = `go on with it:  assay eval --resume ${name} --workers`;
      input.terminal.write(
        drains
          ? `Run ${name} begins nothing more, and is cancelled once what workers have begun of it has ended. Then ${goOn}\n`
          : `Run ${name} is cancelled. G${goOn.slice(1)}\n`,
      );
      return ExitCode.passed;
    } finally {
      await team.close();
    }
  });
}
