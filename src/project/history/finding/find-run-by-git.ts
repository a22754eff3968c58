import { isChosenByOutcome } from "../../../core/analysis/chosen-by-outcome.ts";
import { UserFacingError } from "../../../core/errors.ts";
import type { RunInfo } from "../../../core/run-info.ts";
import type { RunListing, RunStore } from "../../../core/run-store.ts";
import { shortId } from "../../../core/text/short-id.ts";
import type { GitAnswer, NoAnswer } from "../../git/ask-git.ts";
import { commitOf } from "../../git/commits.ts";
import { type FinishedRun, finishedRuns } from "./finished-runs.ts";

/** What a run is compared with: among several of a commit, one with its eval sets is meant. */
export type Likeness = Pick<RunInfo, "sets">;

interface GitSearch {
  readonly runs: readonly RunListing[];
  readonly cwd: string;
  readonly like?: Likeness | undefined;
}

/** The newest finished run of the commit that `text` stands for; else what git said of it. */
export async function findRunByGit(
  store: RunStore,
  text: string,
  { runs, cwd, like }: GitSearch,
): Promise<string | NoAnswer> {
  const finished = await finishedRuns(store, runs);
  // what a run says of itself is enough, also where its repository is not
  const recorded = commitsRecorded(finished, text);
  if (recorded.length > 1) throw ambiguousCommit(text, recorded);
  const answer: GitAnswer =
    recorded[0] === undefined ? await commitOf(text, cwd) : { kind: "told", text: recorded[0] };
  if (answer.kind !== "told") return answer;
  const best = bestOf(
    finished.filter(({ about }) => about.git?.commit === answer.text),
    like,
  );
  if (best === undefined) throw noRunOf(text, answer.text, { finished, runs });
  return best.runId;
}

/** Commits of runs that this begins; few letters are not taken for one. */
function commitsRecorded(finished: readonly FinishedRun[], text: string): readonly string[] {
  if (!/^[0-9a-f]{4,64}$/i.test(text)) return [];
  const commits = finished.flatMap(({ about }) => about.git?.commit ?? []);
  return [...new Set(commits.filter((commit) => commit.startsWith(text.toLowerCase())))];
}

/** What was run with changes that are in no commit is not quite that commit, and what had failed before not its whole set. */
function bestOf(
  finished: readonly FinishedRun[],
  like: Likeness | undefined,
): FinishedRun | undefined {
  const wanted = new Set(like?.sets.map(({ evalSetId }) => evalSetId));
  const rank = ({ about }: FinishedRun) =>
    (isChosenByOutcome(about) ? 4 : 0) +
    (about.sets.some(({ evalSetId }) => wanted.has(evalSetId)) ? 0 : 2) +
    (about.git?.dirty === true ? 1 : 0);
  // sorting keeps the newest first among equals
  return finished.toSorted((one, other) => rank(one) - rank(other))[0];
}

function ambiguousCommit(text: string, commits: readonly string[]): UserFacingError {
  return new UserFacingError(
    "run/not-found",
    `"${text}" begins ${commits.length} commits that have runs.`,
    {
      hint: `Write more of it: ${commits
        .slice(0, 5)
        .map((commit) => commit.slice(0, Math.max(12, text.length + 4)))
        .join(", ")}.`,
    },
  );
}

function noRunOf(
  text: string,
  commit: string,
  {
    finished,
    runs,
  }: { readonly finished: readonly FinishedRun[]; readonly runs: readonly RunListing[] },
): UserFacingError {
  const ids = runs.map(({ runId }) => runId);
  const others = new Map<string, string>();
  for (const { runId, about } of finished) {
    const made = about.git?.commit;
    if (made !== undefined && !others.has(made)) others.set(made, shortId(runId, ids));
  }
  const known = [...others].slice(0, 3).map(([made, run]) => `${made.slice(0, 7)} (run ${run})`);
  const name = text.startsWith(commit.slice(0, 7)) ? "" : `${text} is commit `;
  return new UserFacingError(
    "run/not-found",
    `${name}${commit.slice(0, 7)}${name === "" ? " has" : ", which has"} no finished run.`,
    {
      hint:
        known.length === 0
          ? "No run here knows its commit. Make one there with assay eval."
          : `Make one there with assay eval. Commits that have one: ${known.join(", ")}.`,
    },
  );
}
