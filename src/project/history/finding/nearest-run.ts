import type { FinishedRun } from "./finished-runs.ts";

interface NearestRequest {
  /** Whose runs are meant, as long as it has any. */
  readonly agent: string;
  /** How far before each commit lies. */
  readonly steps: ReadonlyMap<string, number>;
  /** How far before at least. */
  readonly least: number;
  /** Of the commit itself only these are meant: what was run before. */
  readonly earlier: ReadonlySet<string>;
}

/**
 * The run at the nearest commit: of the same agent where it has one, and of a commit as it stands rather than of one
 * with changes. Of several at one commit the one with the most cases, then the newest, is meant.
 */
export function nearestRun(
  runs: readonly FinishedRun[],
  { agent, steps, least, earlier }: NearestRequest,
): FinishedRun | undefined {
  const stepsOf = ({ about }: FinishedRun) => steps.get(about.git?.commit ?? "") ?? -1;
  const before = runs.filter((run) => {
    const step = stepsOf(run);
    return step >= least && (step > 0 || earlier.has(run.runId));
  });
  const rank = ({ about }: FinishedRun) =>
    (about.agent.name === agent ? 0 : 2) + (about.git?.dirty === true ? 1 : 0);
  // sorting keeps the newest first among equals
  const [nearest] = before.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      stepsOf(one) - stepsOf(other) ||
      other.about.caseCount - one.about.caseCount,
  );
  return nearest;
}
