import { UserFacingError } from "../../core/errors.ts";
import { openCounts } from "../../core/folds/open-counts.ts";
import type { RunStore } from "../../core/run-store.ts";
import { shortId } from "../../core/text/short-id.ts";
import { failedCases } from "../../project/history/failed-cases.ts";
import { findFailedRun, namedFailedRun } from "../../project/history/finding/find-failed-run.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { rebaseRequest } from "../../project/history/rebase-request.ts";
import type { EvalRequest } from "../../project/plan/eval-request.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { wrapText } from "../help-text.ts";
import { timeText } from "../text/time-text.ts";

interface Failures {
  readonly runId: string;
  readonly cases: Readonly<Record<string, readonly string[]>>;
  /** What that run asked for: `assay eval --failed` alone asks for the same. */
  readonly again: EvalRequest | undefined;
}

/** What `--failed` runs again; says which run it looked at, and "none" when everything passed there. */
export async function failuresFor(
  input: CommandInput,
  store: RunStore,
): Promise<Failures | "none"> {
  const { options, cwd, terminal } = input;
  const named = textOption(options, "failed");
  const [agent, ...evalSets] = input.arguments;
  const agentName = textOption(options, "agent_name");
  const request = { agent, agentName, evalSets, cwd };
  const { runId, isNamed } =
    named === undefined
      ? await findFailedRun(store, request)
      : await namedFailedRun(
          store,
          await findRun(store, named, { cwd, option: "--failed" }),
          request,
        );
  const { cases, run } = await failedCases(store, runId, isNamed);
  const ids = (await store.list()).map((listing) => listing.runId);
  const shown = `run ${shortId(runId, ids)} (${cleanLine(run.about.agent.name)}, ${timeText(run.startedAt)})`;
  const asked = run.about.options as unknown as EvalRequest | undefined;
  const again = asked && rebaseRequest(asked, run.about.cwd ?? cwd, cwd);
  const { cases: planned } = run.totals;
  // what was left out since the gates were decided is not missing
  const { leftOut } = openCounts(run, run.totals);
  const notRun = run.totals.notRun - leftOut;
  if (Object.keys(cases).length > 0) {
    // what never ran has not failed, and is not in what follows either
    const left =
      notRun === 0
        ? ""
        : `\n       ${notRun} of its ${planned} cases never ran and are not among it. Go on with them:  assay eval --resume ${shortId(runId, ids)}`;
    terminal.warn(`note   Only what did not pass in ${shown}.${left}\n`);
    return { runId, cases, again };
  }
  if (notRun > 0) {
    throw new UserFacingError(
      "run/not-found",
      `Nothing failed in ${shown}, but ${notRun} of its ${planned} cases never ran.`,
      { hint: `Go on with it:  assay eval --resume ${shortId(runId, ids)}` },
    );
  }
  if (planned === 0) {
    throw new UserFacingError("run/not-found", `Nothing was evaluated in ${shown}.`, {
      hint: "Name the run whose failures are meant: --failed RUN. What is in quarantine runs where it is named, or with --quarantined.",
    });
  }
  // the run may have had a part of the set only
  const what = evalSets.length === 0 ? "" : ` of ${cleanLine(evalSets.join(", "))} that was`;
  const note = `Everything${what} in ${shown} passed, so there is nothing to run again.`;
  terminal.warn(`note   ${wrapText(note, 7)}\n`);
  return "none";
}
