import { isChosenByOutcome } from "../../../core/analysis/chosen-by-outcome.ts";
import type { RunInfo } from "../../../core/run-info.ts";
import type { RunListing, RunStore } from "../../../core/run-store.ts";
import { isLongEnough, namesRun, shortId } from "../../../core/text/short-id.ts";
import type { GitAnswer, NoAnswer } from "../../git/ask-git.ts";
import { commitOf, commitsBefore } from "../../git/commits.ts";
import { checkBaseline, covers, noBaseline, noBaselineHere, noRunYet } from "./check-baseline.ts";
import { findRun } from "./find-run.ts";
import { type FinishedRun, finishedRuns } from "./finished-runs.ts";
import { nearestRun } from "./nearest-run.ts";

export interface BaselineRequest {
  /** As much of the run as can be known before it begins. */
  readonly about: Pick<RunInfo, "agent" | "sets" | "git" | "kind">;
  /** The run itself, where it is in the store; it is never its own baseline. */
  readonly runId?: string | undefined;
  /** What somebody asked for: a run, or a commit, branch or tag; without it git is asked for what came before. */
  readonly named?: string | undefined;
  /** Whose repository is asked. */
  readonly cwd: string;
}

export interface Baseline {
  readonly runId: string;
  /** How it was found, for the reader: "run 4c1e of commit 1a2b3c4, 3 commits before". */
  readonly text: string;
}

/**
 * The run that another is held against: one that is named, or, by git, the finished run of the same sets and metrics at
 * the nearest commit that came before. A branch whose last commit was never run stands for its nearest one that was.
 */
export async function findBaseline(store: RunStore, request: BaselineRequest): Promise<Baseline> {
  const runs = await store.list();
  const { named, cwd, about } = request;
  if (request.runId === undefined && !runs.some(({ kind }) => isCompared(kind))) {
    throw noRunYet();
  }
  if (named === undefined) return await nearestBefore(store, { ...request, runs });
  const commit = isRun(named, runs) ? undefined : await commitOf(named, cwd);
  if (commit?.kind === "told") {
    return await nearestBefore(store, { ...request, runs, named, from: commit.text });
  }
  const runId = await findRun(store, named, { cwd, like: about });
  const short = shortId(runId, idsOf(runs));
  const { isFinished } = await checkBaseline(store, runId, { about, short });
  const open = ", which is not finished: only cases that have ended in it can be compared with";
  return { runId, text: `run ${short}${isFinished ? "" : open}` };
}

function isCompared(kind: RunListing["kind"]): boolean {
  return kind === "eval" || kind === "score";
}

/** What a run is called goes before what git calls a commit. */
function isRun(text: string, runs: readonly RunListing[]): boolean {
  return (
    /^latest(~\d*)?$/.test(text) ||
    runs.some(({ runId, name }) => name === text || (isLongEnough(text) && namesRun(text, runId)))
  );
}

interface Search extends BaselineRequest {
  /** Newest first. */
  readonly runs: readonly RunListing[];
  /** The commit to begin with; else the run's own. */
  readonly from?: string | undefined;
}

async function nearestBefore(store: RunStore, search: Search): Promise<Baseline> {
  const { about, cwd, runs, from, runId, named } = search;
  const start = from === undefined ? await ownCommit(search) : told(from);
  if (start.kind !== "told") throw noBaseline(whyNot(start, "HEAD"));
  const steps = await commitsBefore(start.text, cwd);
  if ("kind" in steps) throw noBaseline(whyNot(steps, start.text));
  const finished = await finishedRuns(store, runs, ["eval", about.kind]);
  const own = runs.findIndex((each) => each.runId === runId);
  const found = nearestRun(
    finished.filter(
      (run) => run.runId !== runId && !isChosenByOutcome(run.about) && covers(run.about, about),
    ),
    {
      agent: about.agent.name,
      steps,
      // what was run of a commit as it stands does not come before itself
      least: from === undefined && about.git?.dirty === false ? 1 : 0,
      earlier: new Set(own === -1 || from !== undefined ? idsOf(runs) : idsOf(runs.slice(own + 1))),
    },
  );
  if (found === undefined) {
    throw await noBaselineHere({ about, cwd, named, steps, finished, ids: idsOf(runs) });
  }
  const text = foundText(found, { step: stepOf(found, steps), named, ids: idsOf(runs) });
  return { runId: found.runId, text };
}

function stepOf({ about }: FinishedRun, steps: ReadonlyMap<string, number>): number {
  return steps.get(about.git?.commit ?? "") ?? 0;
}

interface Found {
  readonly step: number;
  readonly named?: string | undefined;
  readonly ids: readonly string[];
}

function foundText({ runId, about }: FinishedRun, { step, named, ids }: Found): string {
  const commit = about.git?.commit.slice(0, 7);
  const dirty = about.git?.dirty === true ? " with changes" : "";
  const run = `run ${shortId(runId, ids)} of commit ${commit}${dirty}`;
  if (step === 0) return run;
  const whose = named === undefined ? "" : ` ${named}`;
  return `${run}, ${step === 1 ? "one commit" : `${step} commits`} before${whose}`;
}

/** A run that has not begun is of the commit that is checked out. */
function ownCommit({ about, cwd, runId }: Search): Promise<GitAnswer> | GitAnswer {
  if (about.git !== undefined) return told(about.git.commit);
  if (runId === undefined) return commitOf("HEAD", cwd);
  return { kind: "unavailable", why: "This run was made at no commit that is known." };
}

function told(text: string): GitAnswer {
  return { kind: "told", text };
}

function whyNot(answer: NoAnswer, commit: string): string {
  if (answer.kind === "unavailable") return answer.why;
  return commit === "HEAD"
    ? "The repository has no commit yet."
    : `The repository does not have commit ${commit.slice(0, 7)}.`;
}

function idsOf(runs: readonly RunListing[]): readonly string[] {
  return runs.map(({ runId }) => runId);
}
