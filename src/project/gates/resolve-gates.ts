import type { RunGates } from "../../core/analysis/gate.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
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
