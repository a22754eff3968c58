import { existsSync } from "node:fs";
import { UserFacingError } from "../../../core/errors.ts";
import type { RunListing } from "../../../core/run-store.ts";
import { nearest } from "../../../core/text/nearest.ts";
import { shortId } from "../../../core/text/short-id.ts";

interface Known {
  readonly runs: readonly RunListing[];
  /** The command that a run goes on with, where one was to go on. */
  readonly resumedBy?: string | undefined;
  /** The option that names a run, where it may also stand alone. */
  readonly option?: string | undefined;
  /** Branches and tags. */
  readonly refs?: readonly string[] | undefined;
  /** Why git could not be asked. */
  readonly noGit?: string | undefined;
}

export function noRuns(): UserFacingError {
  return new UserFacingError("run/not-found", "There are no runs here yet.", {
    hint: "Make one with assay eval, or go to the folder where you made one.",
  });
}

/** With what was nearly typed, or else with what there is. */
export function unknownRun(text: string, known: Known): UserFacingError {
  const { runs, refs = [], noGit } = known;
  const ids = runs.map((run) => run.runId);
  const names = runs.flatMap(({ name }) => name ?? []);
  const short = ids.map((id) => shortId(id, ids));
  const near = nearest(text, ["latest", ...names, ...short, ...refs, ...ids]);
  const path = existsSync(text) ? notAPath(text, known) : undefined;
  const other =
    near === undefined
      ? `assay runs lists them.${noGit === undefined ? "" : ` Branches and commits cannot be looked up: ${noGit}`}`
      : `Did you mean ${near}?`;
  return new UserFacingError("run/not-found", `There is no run "${text}".`, {
    hint: path ?? other,
  });
}

/** An option that may have a value takes the word after it; a run that goes on has its agent and its sets already. */
function notAPath(text: string, { resumedBy, option }: Known): string {
  if (resumedBy !== undefined) {
    return `A run goes on with its own agent and eval sets, so name the run or nothing:  ${resumedBy} --resume`;
  }
  return option === undefined
    ? `${text} is a path; a run has an id or a name. assay runs lists them.`
    : `assay runs lists them. An agent or an eval set stands before an option that may name a run:  assay eval ${text} ${option}`;
}

export function ambiguousRun(
  text: string,
  found: readonly RunListing[],
  runs: readonly RunListing[],
): UserFacingError {
  const ids = runs.map((run) => run.runId);
  const names = found.slice(0, 5).map((run) => shortId(run.runId, ids));
  const more = found.length > names.length ? ` and ${found.length - names.length} more` : "";
  return new UserFacingError("run/not-found", `"${text}" could be ${found.length} runs.`, {
    hint: `Write more of the id: ${names.join(", ")}${more}.`,
  });
}
