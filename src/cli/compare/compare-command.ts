import { costQuality } from "../../analysis/compare/cost-quality.ts";
import type { Comparison, RunsCompared } from "../../core/analysis/comparison.ts";
import { type GateResult, gatesOutcome } from "../../core/analysis/gate.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { RunStore } from "../../core/run-store.ts";
import type { Secret } from "../../core/secrets/secret-mask.ts";
import { ExitCode } from "../../core/verdict.ts";
import { type ComparableRun, storedRun } from "../../project/comparison/comparable-run.ts";
import { compareLoaded } from "../../project/comparison/compare-loaded.ts";
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
import { chosenRuns } from "./chosen-runs.ts";
import { comparisonFindings } from "./comparison-findings.ts";

/** `assay compare`: is B better than A, on the cases that both have. It exits 0, and by its gates where it has any. */
export async function compareCommand(input: CommandInput): Promise<number> {
  const { options } = input;
  const metric = textOption(options, "metric");
  const detect = detectOption(options);
  const reports = await openFindings(input);
  const heap = keepHeapSmall();
  return withRuns(input, async (store) => {
    const { ids, note } = await chosenRuns(store, input);
    const runs = await readAll(store, ids);
    const secrets = await secretsOfAll(runs, input.cwd);
    if (note !== undefined) reports.note(note, secrets);
    const gates = await gatesOf(store, runs, input);
    const [first, ...others] = runs;
    const comparisons: Comparison[] = [];
    for (const other of others) {
      if (first !== undefined)
        comparisons.push(await compareLoaded(first, other, { metric, detect }));
    }
    const nameOf = await runNames(store);
    const compared = resultOf(runs, comparisons);
    await reports.write(comparisonFindings(compared, { gates, nameOf }), secrets);
    return exitCodeOf(gates);
  }).finally(heap.release);
}

/** One after the other, so that no more than one is being read at a time. */
async function readAll(store: RunStore, ids: readonly string[]): Promise<readonly ComparableRun[]> {
  const runs: ComparableRun[] = [];
  for (const runId of ids) runs.push(await storedRun(store, runId));
  return runs;
}

async function secretsOfAll(
  runs: readonly ComparableRun[],
  cwd: string,
): Promise<readonly Secret[]> {
  const each = await Promise.all(runs.map(({ table }) => secretsOf(table.about, cwd)));
  return each.flat();
}

function resultOf(
  runs: readonly ComparableRun[],
  comparisons: readonly Comparison[],
): Comparison | RunsCompared {
  const [only, ...others] = comparisons;
  if (only !== undefined && others.length === 0) return only;
  return costQuality(
    runs.map(({ table }) => table),
    comparisons,
  );
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
  return (await readGates({ runId: b.runId, gates: held.gates, store })).gates;
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
