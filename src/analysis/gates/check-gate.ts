import { isChosenByOutcome } from "../../core/analysis/chosen-by-outcome.ts";
import type { RunGates } from "../../core/analysis/gate.ts";
import type { TableMetric } from "../../core/folds/run-table.ts";
import { rangeText } from "../../core/metrics/threshold-reach.ts";
import { grouped } from "../../core/numbers/grouped.ts";
import type { RunInfo } from "../../core/run-info.ts";
import { nearest } from "../../core/text/nearest.ts";
import { plural } from "../../core/text/plural.ts";
import type { Direction } from "../../core/verdict.ts";
import { holds } from "../../statistics/gates/comparison.ts";
import { bestPossible } from "./best-possible.ts";
import {
  CANNOT_FAIL,
  type ComparedGate,
  type Gate,
  type NoWorseGate,
  parseGate,
  refused,
} from "./parse-gate.ts";

/** As much of a run as can be known before it begins. */
export interface GatedRun {
  readonly metrics: readonly (Pick<TableMetric, "name" | "range"> & {
    readonly direction: Direction;
  })[];
  readonly trials: number;
  readonly cases: number;
  readonly by: RunGates["by"];
}

export interface CheckedGates {
  readonly gates: readonly Gate[];
  /** What is allowed, and will disappoint. */
  readonly notes: readonly string[];
}

/** Reads gates and refuses what this run could never answer, before anything is paid for. */
export function checkGates(conditions: readonly string[], run: GatedRun): CheckedGates {
  const gates = conditions.map(parseGate);
  return { gates, notes: gates.flatMap((gate) => checkGate(gate, run)) };
}

function checkGate(gate: Gate, run: GatedRun): readonly string[] {
  const { figure } = gate;
  if (figure.kind === "pass-hat" && figure.k > run.trials) {
    const had = run.trials === 1 ? "there is one" : `there are ${run.trials}`;
    throw refused(
      gate.text,
      `It needs ${figure.k} trials a case, and ${had}`,
      `Run more:  --num_runs ${figure.k}`,
    );
  }
  const named = figure.kind === "metric" || figure.kind === "no-worse" ? figure.metric : undefined;
  const metric = named === undefined ? undefined : run.metrics[needMetric(run, named, gate.text)];
  if (metric !== undefined && "operator" in gate) refuseOutOfRange(gate, metric);
  if (metric !== undefined && !("operator" in gate)) refuseEveryLoss(gate, metric);
  return [...directionNotes(gate, metric), ...sizeNotes(gate, run, metric)];
}

/** Cases that were chosen by how they came out before decide no gate: that is about the whole, in both of the runs. */
export function refuseChosenCases(
  gates: readonly Gate[],
  run: Pick<RunInfo, "options">,
  baseline: Pick<RunInfo, "options"> | undefined,
): void {
  for (const { text, figure } of gates) {
    if (isChosenByOutcome(run)) {
      throw refused(text, `The run has only cases that had not passed before, ${SAYS_NOTHING}`);
    }
    if (figure.kind !== "no-worse" || baseline === undefined || !isChosenByOutcome(baseline)) {
      continue;
    }
    throw refused(
      text,
      `The run that it compares with has only cases that had not passed before, ${SAYS_NOTHING}`,
      "Name a run of all cases with --baseline.",
    );
  }
}

const SAYS_NOTHING = "which says nothing of the whole";

/** What a metric can never be, nobody can meet; what it always is says nothing. */
function refuseOutOfRange(gate: ComparedGate, { name, range }: GatedRun["metrics"][number]): void {
  if (range === undefined) return;
  const { min, max = Number.POSITIVE_INFINITY } = range;
  const ends = [holds(min, gate), holds(max, gate)];
  if (ends.includes(true) && ends.includes(false)) return;
  const lies = `${name} goes from ${rangeText({ min, max: range.max })}`;
  throw ends.includes(true)
    ? refused(gate.text, `Every run meets it: ${lies}`, CANNOT_FAIL)
    : refused(gate.text, `Nobody can meet it: ${lies}`, "Ask for something between.");
}

/** No loss is as large as what bears all of them. */
function refuseEveryLoss(
  { text, margin }: NoWorseGate,
  { name, range }: GatedRun["metrics"][number],
): void {
  const reach = (range?.max ?? Number.POSITIVE_INFINITY) - (range?.min ?? 0);
  if (margin < reach) return;
  const lies = `${name} cannot lose more than ${reach}`;
  throw refused(text, `Every run meets it: ${lies}`, CANNOT_FAIL);
}

function directionNotes(gate: Gate, metric: GatedRun["metrics"][number] | undefined) {
  if (metric === undefined || !("operator" in gate)) return [];
  const asksForLess = gate.operator.startsWith("<");
  if (asksForLess === (metric.direction === "lower")) return [];
  return [
    `Of ${metric.name}, ${metric.direction} is better: the gate "${gate.text}" is met when it is worse.`,
  ];
}

/** A set that is too small can fail a gate and never meet it, which is better known before it is paid for. */
function sizeNotes(gate: Gate, run: GatedRun, metric: GatedRun["metrics"][number] | undefined) {
  if (run.by === "point") return [];
  const best = bestPossible(gate, run.cases, metric);
  if (best === undefined || best.outcome === "met") return [];
  const cases = plural(run.cases, "case");
  // a run that is better than its baseline may show it sooner
  if (gate.figure.kind === "no-worse" && best.needed !== null) {
    return [
      `The gate "${gate.text}" stays undecided where ${cases} come out alike in both runs: that takes at least ${grouped(best.needed)}.`,
    ];
  }
  return [
    best.needed === null
      ? `The gate "${gate.text}" cannot be met by its bound, however many cases pass: ask for less, or compare the estimate itself with --gate_by point.`
      : `The gate "${gate.text}" cannot be met with ${cases}, even if all goes well: that takes at least ${grouped(best.needed)}.`,
  ];
}

/** The place of a metric in a run. */
export function needMetric(
  run: { readonly metrics: readonly { readonly name: string }[] },
  name: string,
  gate: string,
): number {
  const place = run.metrics.findIndex((metric) => metric.name === name);
  if (place !== -1) return place;
  const names = run.metrics.map((metric) => metric.name);
  const near = nearest(name, ["pass-rate", "cost", "latency-p95", ...names]);
  const has = names.length === 0 ? "It measures nothing." : `It has ${names.join(", ")}.`;
  throw refused(
    gate,
    `The run has no metric ${name}`,
    near === undefined ? has : `Did you mean ${near}?`,
  );
}
