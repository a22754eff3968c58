import type { RunGates } from "../../core/analysis/gate.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import { namesRun } from "../../core/text/short-id.ts";
import type { Baseline } from "../history/finding/find-baseline.ts";
import { type AskedGates, asksGates } from "./asked-gates.ts";

/** A run that is planned, with what is asked of it as a whole. */
interface PlannedRun {
  readonly about: RunInfo;
  readonly asked?: AskedGates | undefined;
  readonly notes: readonly string[];
}

interface GateOptions {
  readonly store: RunStore;
  /** Whose repository is asked for the baseline. */
  readonly cwd: string;
  /** The run to compare with, where a program has it itself. */
  readonly baseline?: RunTable | undefined;
}

/** The same run, held against what is asked of it. Every mistake in that is reported here, before anything is paid for. */
export async function withGates<T extends PlannedRun>(
  planned: T,
  options: GateOptions,
): Promise<T> {
  const { about, asked = {}, notes } = planned;
  const resolved = await resolveGates(asked, about, options);
  if (resolved === undefined) return planned;
  return {
    ...planned,
    about: { ...about, gates: resolved.gates },
    notes: [...notes, ...resolved.notes],
  };
}

/**
 * The same for a run that a program begins or goes on with. One that goes on keeps its gates, unless the program asks for
 * others: those are handed back, to be kept with the run.
 */
export async function withGatesOrChanged<T extends PlannedRun>(
  planned: T,
  options: GateOptions & { readonly stopped: { readonly about: RunInfo } | undefined },
): Promise<{ readonly run: T; readonly gates?: RunGates | undefined }> {
  const { stopped, baseline } = options;
  if (stopped === undefined) return { run: await withGates(planned, options) };
  const { asked = {} } = planned;
  const before = stopped.about.gates;
  // a branch may have moved on since: what the run was compared with at first is what it goes on with
  const isAsBefore = before !== undefined && asksSame(asked, before) && baseline === undefined;
  if (isAsBefore) {
    const { baseline: named } = asked;
    if (named === undefined) return { run: planned };
    const found = await foundNow(named, stopped.about, options);
    if (found.runId === before.baseline) return { run: planned };
    if (found.runId === undefined || !namesRun(named, found.runId)) {
      return { run: withNote(planned, keptText(named, before, found)) };
    }
  }
  const resolved = await resolveGates(asked, stopped.about, options);
  const isNew = resolved !== undefined && !isSame(resolved.gates, stopped.about.gates);
  if (!isNew) return { run: planned };
  return {
    run: { ...planned, notes: [...planned.notes, ...resolved.notes] },
    gates: resolved.gates,
  };
}

type FoundNow = Baseline | { readonly runId: undefined; readonly text: string };

/** The run has its baseline already: that what was named is gone since is no reason not to go on. */
async function foundNow(
  named: string,
  about: RunInfo,
  { store, cwd }: GateOptions,
): Promise<FoundNow> {
  const { findBaseline } = await import("../history/finding/find-baseline.ts");
  try {
    return await findBaseline(store, { about, named, cwd });
  } catch (error) {
    if (error instanceof UserFacingError) return { runId: undefined, text: error.message };
    throw error;
  }
}

function keptText(named: string, { baseline }: RunGates, { runId, text }: FoundNow): string {
  const had = baseline === undefined ? "none" : `run ${baseline}`;
  const kept = `The run goes on with the baseline that it was begun with, ${had}`;
  return runId === undefined
    ? `${kept}. ${text}`
    : `${kept}, though ${named} is ${text} by now. Name that run by its id to compare with it.`;
}

function withNote<T extends PlannedRun>(planned: T, note: string): T {
  return { ...planned, notes: [...planned.notes, note] };
}

function asksSame({ gates = [], gateBy = "bound" }: AskedGates, before: RunGates): boolean {
  return gateBy === before.by && gates.join("\n") === before.conditions.join("\n");
}

/** Whether two runs are held against the same. */
export function isSame(one: RunGates, other: RunGates | undefined): boolean {
  return (
    one.by === other?.by &&
    one.baseline === other.baseline &&
    one.conditions.join("\n") === other.conditions.join("\n")
  );
}

export interface ResolvedGates {
  readonly gates: RunGates;
  readonly notes: readonly string[];
}

/** Reads and checks what is asked of a run; undefined where that is nothing. */
export async function resolveGates(
  asked: AskedGates,
  about: RunInfo,
  options: GateOptions,
): Promise<ResolvedGates | undefined> {
  if (!asksGates(asked) && options.baseline === undefined) return undefined;
  // loaded only where a run is held against anything
  const { planGates } = await import("./plan-gates.ts");
  return await planGates(asked, about, options);
}
