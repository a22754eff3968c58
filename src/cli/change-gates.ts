import type { RunGates } from "../core/analysis/gate.ts";
import { RealDate } from "../core/async/own-timers.ts";
import type { RunInfo } from "../core/run-info.ts";
import type { RunStore } from "../core/run-store.ts";
import { gatesEvent } from "../project/gates/gates-event.ts";
import { isSame, resolveGates } from "../project/gates/resolve-gates.ts";
import type { StoppedRun } from "../project/resume/resume-run.ts";
import { gateOptions, saysGates } from "./arguments/gate-options.ts";
import type { CommandInput } from "./command.ts";
import { printNotes } from "./print-notes.ts";

interface ChangedGates {
  readonly gates: RunGates;
  readonly notes: readonly string[];
}

/** What a run that goes on is held against from now on; undefined where the flags say nothing new. */
export async function changedGates(
  { options, cwd }: CommandInput,
  store: RunStore,
  about: RunInfo,
): Promise<ChangedGates | undefined> {
  if (!saysGates(options)) return undefined;
  const flags = gateOptions(options);
  const before = about.gates;
  const asked = {
    gates: flags.gates ?? before?.conditions,
    gateBy: flags.gateBy ?? before?.by,
    baseline: flags.baseline ?? before?.baseline,
  };
  const resolved = await resolveGates(asked, about, { store, cwd });
  const gates = resolved?.gates ?? ({ conditions: [], by: asked.gateBy ?? "bound" } as const);
  if (isSame(gates, before)) return undefined;
  return { gates, notes: [changeText(before, gates), ...(resolved?.notes ?? [])] };
}

/** Holds a run that has ended against other gates. Nothing is run, and what was said before stays in its journal. */
export async function changeGates(
  input: CommandInput,
  store: RunStore,
  { runId, about }: StoppedRun,
): Promise<void> {
  const anew = await changedGates(input, store, about);
  if (anew === undefined) return;
  const { gates } = anew;
  const at = new RealDate().toISOString();
  const answered = await gatesEvent({ runId, gates, store });
  await store.append(answered ?? { type: "gates-end", runId, at, asked: gates, gates: [] });
  printNotes(input, anew.notes);
}

function changeText(before: RunGates | undefined, now: RunGates): string {
  if (before !== undefined && text(before) === text(now)) {
    const had =
      before.baseline === undefined ? "no baseline" : `run ${before.baseline} as its baseline`;
    return `The run was begun with ${had}; from here on it is compared with another.`;
  }
  return `The run was begun with ${text(before)}; from here on it is held against ${text(now)}.`;
}

function text(gates: RunGates | undefined): string {
  if (gates === undefined || gates.conditions.length === 0) return "no gate";
  const by = gates.by === "point" ? ", by the estimate" : "";
  return `${gates.conditions.map((each) => `"${each}"`).join(" and ")}${by}`;
}
