import { UserFacingError } from "../../../core/errors.ts";
import type { RunListing, RunStore } from "../../../core/run-store.ts";
import { isLongEnough, namesRun } from "../../../core/text/short-id.ts";
import { refNames } from "../../git/commits.ts";
import { findRunByGit, type Likeness } from "./find-run-by-git.ts";
import { ambiguousRun, noRuns, unknownRun } from "./no-such-run.ts";

export interface FindRunOptions {
  /** Narrows down what `latest` means; a run that is named may be of any kind. */
  readonly kind?: RunListing["kind"] | undefined;
  /** `latest` is the newest of this kind, where there is one, else of any kind that has conversations. */
  readonly prefers?: RunListing["kind"] | undefined;
  /** The command that a run goes on with, for the hint. */
  readonly resumedBy?: string | undefined;
  /** The option that names it, where that may also stand alone, for the hint. */
  readonly option?: string | undefined;
  /** Whose repository branches and commits are of; where the process runs unless given. */
  readonly cwd?: string | undefined;
  /** A run to compare with: among several of a commit, one with its eval sets is meant. */
  readonly like?: Likeness | undefined;
}

/**
 * The id of the run that `text` stands for: `latest` or nothing, `latest~1` for the one before, an id or the beginning of
 * one, a name that was given, or, by git, a commit, branch, tag or HEAD~1, whose newest finished run is meant.
 */
export async function findRun(
  store: RunStore,
  text = "latest",
  options: FindRunOptions = {},
): Promise<string> {
  const runs = await store.list();
  const preferred = runs.filter(({ kind }) => kind === options.prefers);
  const ofAgents =
    preferred.length > 0 ? preferred : runs.filter(({ kind }) => isMeant(kind, options.kind));
  const before = stepsBefore(text);
  if (ofAgents.length === 0 && (before !== undefined || runs.length === 0)) throw noRuns();
  if (before !== undefined) return runBefore(ofAgents, before);
  const exact =
    runs.find(({ runId }) => runId === text) ??
    runs.find((run) => run.name === text && run.kind !== "chat");
  if (exact !== undefined) return exact.runId;
  const begun = runs.filter(({ runId }) => namesRun(text, runId));
  const [only, ...others] = begun;
  const isOnly = only !== undefined && others.length === 0;
  if (isOnly && isLongEnough(text)) return only.runId;
  const { cwd = process.cwd(), like, resumedBy, option } = options;
  const byGit = await findRunByGit(store, text, { runs, cwd, like });
  if (typeof byGit === "string") return byGit;
  if (isOnly) return only.runId;
  if (begun.length > 0) throw ambiguousRun(text, begun, runs);
  const noGit = byGit.kind === "unavailable" ? byGit.why : undefined;
  throw unknownRun(text, { runs, resumedBy, option, refs: await refNames(cwd), noGit });
}

/** What judges answered, and what was asked about them, are no runs of an agent. */
function isMeant(kind: RunListing["kind"], wanted: RunListing["kind"] | undefined): boolean {
  return wanted === undefined ? kind === "eval" || kind === "score" : kind === wanted;
}

/** `latest~2` is 2; what is said otherwise is no number. */
function stepsBefore(text: string): number | undefined {
  const found = /^latest(~\d{0,6})?$/.exec(text);
  if (found === null) return undefined;
  const [, steps] = found;
  if (steps === undefined) return 0;
  return steps === "~" ? 1 : Number(steps.slice(1));
}

function runBefore(runs: readonly RunListing[], steps: number): string {
  const run = runs[steps];
  if (run !== undefined) return run.runId;
  const one = runs.length === 1;
  const count = one ? "there is only one run" : `there are only ${runs.length} runs`;
  throw new UserFacingError("run/not-found", `There is no run latest~${steps}: ${count}.`, {
    hint: `The oldest is ${one ? "latest" : `latest~${runs.length - 1}`}. assay runs lists them.`,
  });
}
