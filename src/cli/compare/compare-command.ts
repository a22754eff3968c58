import { costQuality } from "../../analysis/compare/cost-quality.ts";
import type { Comparison, RunsCompared } from "../../core/analysis/comparison.ts";
import { type GateResult, gatesOutcome } from "../../core/analysis/gate.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { RunStore } from "../../core/run-store.ts";
import { ExitCode } from "../../core/verdict.ts";
import { type ComparableRun, storedRun } from "../../project/comparison/comparable-run.ts";
import { compareLoaded } from "../../project/comparison/compare-loaded.ts";
import { readGates } from "../../project/gates/read-gates.ts";
import { resolveGates } from "../../project/gates/resolve-gates.ts";
import { gateOptions } from "../arguments/gate-options.ts";
import { textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { keepHeapSmall } from "../keep-heap-small.ts";
import { withRuns } from "../open-runs.ts";
import { chosenRuns } from "./chosen-runs.ts";
import { openComparisonReports } from "./comparison-reports.ts";

/** `assay compare`: is B better than A, on the cases that both have. It exits 0, and by its gates where it has any. */
export async function compareCommand(input: CommandInput): Promise<number> {
  const { options } = input;
  const metric = textOption(options, "metric");
  const detect = differenceOption(options);
  const heap = keepHeapSmall();
  return withRuns(input, async (store) => {
    const { ids, note } = await chosenRuns(store, input);
    const runs = await readAll(store, ids);
    const reports = await openComparisonReports(input, { store, runs });
    if (note !== undefined) reports.note(note);
    const gates = await gatesOf(store, runs, input);
    const [first, ...others] = runs;
    const comparisons: Comparison[] = [];
    for (const other of others) {
      if (first !== undefined)
        comparisons.push(await compareLoaded(first, other, { metric, detect }));
    }
    await reports.write(resultOf(runs, comparisons), gates);
    return exitCodeOf(gates);
  }).finally(heap.release);
}

/** One after the other, so that no more than one is being read at a time. */
async function readAll(store: RunStore, ids: readonly string[]): Promise<readonly ComparableRun[]> {
  const runs: ComparableRun[] = [];
  for (const runId of ids) runs.push(await storedRun(store, runId));
  return runs;
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

/** A share, or points with a percent sign: 0.05 and 5% are the same. */
function differenceOption(options: CommandInput["options"]): number | undefined {
  const value = textOption(options, "detect");
  if (value === undefined) return undefined;
  const [, digits, unit] = /^(\d*\.?\d+)\s*(%?)$/.exec(value.trim()) ?? [];
  const number = Number(digits) / (unit === "%" ? 100 : 1);
  if (digits !== undefined && number > 0) return number;
  throw new UserFacingError(
    "cli/usage",
    `--detect is "${value}"; a difference above 0 was expected.`,
    {
      hint: "Write, for example, --detect 0.05 for 5 points.",
    },
  );
}
