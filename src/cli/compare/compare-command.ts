import { type GateResult, gatesOutcome } from "../../core/analysis/gate.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { RunStore } from "../../core/run-store.ts";
import type { Secret } from "../../core/secrets/secret-mask.ts";
import { ExitCode } from "../../core/verdict.ts";
import { chosenRuns } from "../../project/comparison/chosen-runs.ts";
import type { ComparableRun } from "../../project/comparison/comparable-run.ts";
import { compareStored } from "../../project/comparison/compare-stored.ts";
import { readGates } from "../../project/gates/read-gates.ts";
import { resolveGates } from "../../project/gates/resolve-gates.ts";
import { secretsOf } from "../../project/history/agent-of-run.ts";
import { detectOption } from "../arguments/detect-option.ts";
import { gateOptions } from "../arguments/gate-options.ts";
import { textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { keepHeapSmall } from "../keep-heap-small.ts";
import { withRuns } from "../open-runs.ts";
import { openFindings } from "../report-findings.ts";
import { runNames } from "../text/run-names.ts";
import { comparisonFindings } from "./comparison-findings.ts";

/** `assay compare`: is B better than A, on the cases that both have. It exits 0, and by its gates where it has any. */
export async function compareCommand(input: CommandInput): Promise<number> {
  const { options } = input;
  const metric = textOption(options, "metric");
  const detect = detectOption(options);
  const reports = await openFindings(input);
  // two runs are held whole, so that less is left for what dies young
  const heap = keepHeapSmall(YOUNG);
  return withRuns(input, async (store) => {
    const { ids, note } = await chosenRuns(store, { named: input.arguments, cwd: input.cwd });
    const { compared, runs } = await compareStored(store, ids, { metric, detect });
    const secrets = await secretsOfAll(runs, input.cwd);
    if (note !== undefined) reports.note(note, secrets);
    const gates = await gatesOf(store, runs, input);
    const nameOf = await runNames(store);
    await reports.write(comparisonFindings(compared, { gates, nameOf }), secrets);
    return exitCodeOf(gates);
  }).finally(heap.release);
}

const YOUNG = 16 * 2 ** 20;

async function secretsOfAll(
  runs: readonly ComparableRun[],
  cwd: string,
): Promise<readonly Secret[]> {
  const each = await Promise.all(runs.map(({ table }) => secretsOf(table.about, cwd)));
  return each.flat();
}

/** B against A, as a run is held against its gates. */
async function gatesOf(
  store: RunStore,
  runs: readonly ComparableRun[],
  { options, cwd }: CommandInput,
): Promise<readonly GateResult[]> {
  const asked = gateOptions(options);
  const [a, b, ...others] = runs.map(({ table }) => table);
  if (asked.gates === undefined || a === undefined || b === undefined) return [];
  if (others.length > 0) {
    throw new UserFacingError(
      "cli/usage",
      "--gate holds one run against another, and here are more.",
      { hint: "Name two runs:  assay compare A B --gate GATE" },
    );
  }
  const held = await resolveGates({ ...asked, baseline: a.runId }, b.about, { store, cwd });
  if (held === undefined) return [];
  const { gates } = held;
  return (await readGates({ runId: b.runId, gates, store, baseline: a, table: b })).gates;
}

function exitCodeOf(gates: readonly GateResult[]): number {
  if (gates.length === 0) return ExitCode.passed;
  const codes = {
    met: ExitCode.passed,
    "not-met": ExitCode.failed,
    undecided: ExitCode.incomplete,
  };
  return codes[gatesOutcome(gates)];
}
