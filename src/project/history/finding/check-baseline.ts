import { UserFacingError } from "../../../core/errors.ts";
import { endOfRun } from "../../../core/folds/end-of-run.ts";
import type { RunInfo } from "../../../core/run-info.ts";
import type { RunStore } from "../../../core/run-store.ts";
import { shortId } from "../../../core/text/short-id.ts";
import { isShallow } from "../../git/commits.ts";
import { unreadableRun } from "../load-run.ts";
import type { FinishedRun } from "./finished-runs.ts";

type Compared = Pick<RunInfo, "sets">;

/** Whether one run has every set of another, with every metric. */
export function covers(one: Compared, other: Compared): boolean {
  return other.sets.every(({ evalSetId, config }) => {
    const had = one.sets.find((set) => set.evalSetId === evalSetId);
    const metrics = new Set(had?.config.metrics.map(({ name }) => name));
    return had !== undefined && config.metrics.every(({ name }) => metrics.has(name));
  });
}

/** Refuses a run that has no set of the other: nothing could be compared. Says whether it has come to its end. */
export async function checkBaseline(
  store: RunStore,
  runId: string,
  { about, short }: { readonly about: Compared; readonly short: string },
): Promise<{ readonly isFinished: boolean }> {
  const events = await store.runEvents(runId);
  const [start] = events;
  if (start?.type !== "run-start") throw await unreadableRun(store, runId);
  const had = new Set(start.about.sets.map(({ evalSetId }) => evalSetId));
  if (about.sets.some(({ evalSetId }) => had.has(evalSetId))) {
    return { isFinished: endOfRun(events)?.status === "ended" };
  }
  throw new UserFacingError(
    "run/no-baseline",
    `Run ${short} cannot be the baseline: it ran ${setsText(start.about)}, and not ${setsText(about)}.`,
    { hint: "Name a run of the same eval set; assay runs lists them." },
  );
}

/** Git could not be asked for one. */
export function noBaseline(why: string): UserFacingError {
  return new UserFacingError("run/no-baseline", `There is no run to compare with. ${why}`, {
    hint: "Name one, with --baseline or as another run to compare: its id or name, latest~1, a commit, a branch or a tag.",
  });
}

/** A first run has nothing that it could be worse than. */
export function noRunYet(): UserFacingError {
  return new UserFacingError(
    "run/no-baseline",
    "There is no run to compare with: none has been made here yet.",
    { hint: "Make the first one without this gate:  --gate none" },
  );
}

interface Searched {
  readonly about: Compared;
  readonly cwd: string;
  readonly named?: string | undefined;
  readonly steps: ReadonlyMap<string, number>;
  readonly finished: readonly FinishedRun[];
  readonly ids: readonly string[];
}

/** No commit has one: what there is instead. */
export async function noBaselineHere(search: Searched): Promise<UserFacingError> {
  const { about, named, cwd, steps, finished, ids } = search;
  const where = named === undefined ? "an earlier commit" : `${named} or an earlier commit`;
  const other = finished.find(({ about: { git } }) => git !== undefined && steps.has(git.commit));
  const isOther = other !== undefined && !covers(other.about, about);
  const hints = [
    ...(isOther
      ? [
          `Run ${shortId(other.runId, ids)} of commit ${other.about.git?.commit.slice(0, 7)} has ${otherText(other.about, about)}.`,
        ]
      : []),
    ...((await isShallow(cwd))
      ? [
          "This clone has only the last commits; fetch them all (in GitHub Actions: fetch-depth: 0).",
        ]
      : []),
    "Make one at the commit to compare with, or name a run: its id or name, or latest~1.",
  ];
  return new UserFacingError(
    "run/no-baseline",
    `No finished run of ${setsText(about)} with the same metrics was made at ${where}.`,
    { hint: hints.join(" ") },
  );
}

function otherText(had: Compared, wanted: Compared): string {
  const ids = new Set(had.sets.map(({ evalSetId }) => evalSetId));
  return wanted.sets.every(({ evalSetId }) => ids.has(evalSetId))
    ? "other metrics"
    : `another set: ${setsText(had)}`;
}

function setsText({ sets }: Compared): string {
  const names = sets.slice(0, 3).map(({ evalSetId }) => `"${evalSetId}"`);
  const more = sets.length > 3 ? ` and ${sets.length - 3} more` : "";
  return `${names.join(", ")}${more}`;
}
