import type { CaseResult } from "../../core/run.ts";
import { shortId } from "../../core/text/short-id.ts";
import { ExitCode } from "../../core/verdict.ts";
import { secretsOf } from "../../project/history/agent-of-run.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { runState } from "../../project/history/list-runs.ts";
import { type LoadedRun, loadRun } from "../../project/history/load-run.ts";
import { paint } from "../../reporters/text/paint.ts";
import { safeText } from "../../reporters/text/safe-text.ts";
import type { DrawOptions } from "../../reporters/text/trajectory-text.ts";
import { listOption } from "../arguments/read-options.ts";
import { typedStore } from "../arguments/store-option.ts";
import type { CommandInput } from "../command.ts";
import { withRuns } from "../open-runs.ts";
import { conversationLines } from "../text/conversation-text.ts";
import { pathLines } from "../text/paths-text.ts";
import { runLines } from "../text/run-lines.ts";
import { isNamed, namedCases } from "./named-cases.ts";

/** `assay runs show`: a run as its terminal report showed it, or single conversations whole. */
export async function runsShowCommand(input: CommandInput): Promise<number> {
  const { terminal } = input;
  const wanted = listOption(input.options, "case");
  const print = (lines: readonly string[]) => terminal.write(`${lines.join("\n")}\n`);
  return withRuns(input, async (store) => {
    const runId = await findRun(store, input.arguments[0], { cwd: input.cwd });
    const run = await loadRun(store, runId);
    const drawing: DrawOptions = {
      say: safeText(await secretsOf(run.summary.about, input.cwd)),
      paint: paint(terminal.colour),
      columns: Math.min(120, Math.max(60, terminal.columns)),
    };
    if (wanted.length > 0) {
      const chosen = await chosenCases(run, wanted);
      for (const lines of chosenLines(chosen, run, drawing)) print(lines);
    } else {
      const listings = await store.list();
      const ids = listings.map((listing) => listing.runId);
      const listing = listings.find((each) => each.runId === runId);
      const state = await runState(store, runId);
      const marks = { called: listing?.name, kept: listing?.kept };
      const name = shortId(runId, ids);
      const place = { cwd: input.cwd, store: typedStore(input) };
      const options = { ...drawing, ...marks, ...place, name, state };
      for await (const lines of runLines(run, options)) print(lines);
    }
    return ExitCode.passed;
  });
}

function* chosenLines(
  chosen: readonly CaseResult[],
  { summary }: LoadedRun,
  drawing: DrawOptions,
): Generator<readonly string[]> {
  const { trials } = summary.about;
  for (const result of chosen) yield ["", ...conversationLines(result, { ...drawing, trials })];
  const paths = pathLines(chosen, drawing);
  if (paths.length > 0) yield paths;
}

/** Every trial of the named cases. */
async function chosenCases(
  run: LoadedRun,
  wanted: readonly string[],
): Promise<readonly CaseResult[]> {
  namedCases(run, wanted);
  const chosen: CaseResult[] = [];
  for await (const result of run.cases()) {
    if (wanted.some((text) => isNamed(result, text))) chosen.push(result);
  }
  return chosen;
}
