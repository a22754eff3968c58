import { basename, resolve } from "node:path";
import { hashFile } from "../../agents/loading/input-files.ts";
import { isSource } from "../../agents/loading/source-files.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { RunInfo, RunInputs } from "../../core/run-info.ts";

interface Changes {
  /** Files that were observed to change while the run ran: what its agent writes. */
  readonly wrote?: ReadonlySet<string> | undefined;
  /** What now, for those who have no --resume_changed. */
  readonly hint?: string | undefined;
  /** The run that was to go on, where its reader may not have named it. */
  readonly runId?: string | undefined;
}

/**
 * Half a run by one agent and half by another would be nobody's result. Hands back notes about what changed and is no
 * reason to stop.
 */
export function checkUnchanged(
  before: RunInfo,
  after: RunInfo,
  { wrote = new Set(), hint, runId }: Changes = {},
): readonly string[] {
  const files = changedFiles(before, after);
  const written = files.filter((file) => wrote.has(file) && !isCode(file));
  const changed = [
    ...changedSets(before, after),
    ...changedAgent(before, after),
    ...files.filter((file) => !written.includes(file)),
    ...changedSettings(before.inputs, after.inputs),
    ...changedTrials(before, after),
    ...(before.version === after.version
      ? []
      : [`Assay (${before.version}, now ${after.version})`]),
  ];
  if (changed.length > 0) {
    throw changedError(changed, hint ?? (runId && `It is run ${runId}. ${GO_ON}`));
  }
  return written.map(
    (file) =>
      `${file} changed while the run was running, so it is taken for something the agent writes.`,
  );
}

/** Whether all that decides a verdict is known to be the same: the agent's code, the sets, the criteria, the models. */
export function isUnchanged(before: RunInfo, after: RunInfo): boolean {
  const changed = [...changedSets(before, after), ...changedSettings(before.inputs, after.inputs)];
  return changed.length === 0 && before.agent.hash === after.agent.hash;
}

/** Code that was changed during a run is a change; an agent does not write itself. */
export function isCode(path: string): boolean {
  return isSource(basename(path));
}

/** The same for work that is no run of an agent, by all that its kept answers do not say themselves. */
export function checkSameInputs(before: RunInfo, after: RunInfo): void {
  const changed = [...changedFiles(before, after), ...changedSettings(before.inputs, after.inputs)];
  if (changed.length > 0) throw changedError(changed, "Start it anew, without --resume.");
}

const GO_ON =
  "Start a new run, or go on all the same with --resume_changed: finished cases keep their results.";

function changedError(changed: readonly string[], hint = GO_ON): UserFacingError {
  const begun = changed.length === 1 ? "has" : "have";
  const shown = changed.slice(0, SHOWN);
  const left = changed.length - shown.length;
  const all = left === 0 ? shown : [...shown, `${left} more`];
  return new UserFacingError(
    "run/changed",
    `Since the run began, ${all.join(" and ")} ${begun} changed.`,
    { hint },
  );
}

const SHOWN = 5;

/** A file that is new shows in the hash of the code; a prompt that nobody had cannot have been read. */
export function changedFiles(
  { inputs: before }: RunInfo,
  { inputs: after, cwd }: RunInfo,
): string[] {
  if (before === undefined || after === undefined) return [];
  // what is no longer named anywhere may still be what it was
  const hashNow = (file: string) => after.files[file] ?? hashFile(resolve(cwd ?? "", file));
  return Object.keys(before.files).filter((file) => hashNow(file) !== before.files[file]);
}

function changedSettings(
  before: RunInputs | undefined,
  after: RunInputs | undefined,
): readonly string[] {
  if (before === undefined || after === undefined) return [];
  const names = new Set([...Object.keys(before.settings), ...Object.keys(after.settings)]);
  return [...names].filter((name) => before.settings[name] !== after.settings[name]);
}

/** How often each case is run, and how its trials decide: half by one rule is nobody's verdict either. */
function changedTrials(before: RunInfo, after: RunInfo): readonly string[] {
  return [
    ...(before.trials === after.trials ? [] : ["the number of trials"]),
    ...(before.require === after.require ? [] : ["the rule for trials"]),
  ];
}

/** By its files where they are known, else by its name. */
function changedAgent(before: RunInfo, after: RunInfo): readonly string[] {
  if (before.agent.hash === after.agent.hash) return [];
  const known = changedFiles(before, after).some(isCode);
  return known ? [] : [`the agent ${after.agent.name}`];
}

function changedSets(before: RunInfo, after: RunInfo): readonly string[] {
  const earlier = new Map(before.sets.map((set) => [set.evalSetId, set]));
  const changed = after.sets.filter((set) => earlier.get(set.evalSetId)?.hash !== set.hash);
  const later = new Set(after.sets.map((set) => set.evalSetId));
  const gone = before.sets.filter((set) => !later.has(set.evalSetId));
  const configs = after.sets.filter((set) => {
    const metrics = earlier.get(set.evalSetId)?.config.metrics;
    return metrics !== undefined && JSON.stringify(metrics) !== JSON.stringify(set.config.metrics);
  });
  return [
    ...[...changed, ...gone].map((set) => `the eval set ${set.evalSetId}`),
    ...configs.map((set) => `the config of ${set.evalSetId}`),
  ];
}
