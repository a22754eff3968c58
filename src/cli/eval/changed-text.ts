import { plural } from "../../core/text/plural.ts";
import { shortId } from "../../core/text/short-id.ts";

interface ChangedFacts {
  readonly unchanged: readonly { readonly runId: string; readonly cases: number }[];
  /** How many cases are left to run. */
  readonly left: number;
  /** Whether a report was asked for, which then is not written. */
  readonly reports: boolean;
  /** Every run there is, so that an id can be short. */
  readonly runs: readonly string[];
}

const mostRuns = 3;

/** What `--changed` left out, and on whose word. */
export function changedLines({ unchanged, left, runs, reports }: ChangedFacts): readonly string[] {
  const count = unchanged.reduce((sum, { cases }) => sum + cases, 0);
  if (count === 0) return [`No case passed as it is now: ${plural(left, "case")} to run.`];
  const named = unchanged
    .slice(0, mostRuns)
    .map(({ runId, cases }) => `${cases} since run ${shortId(runId, runs)}`);
  const rest = unchanged.length > mostRuns ? ", and others" : "";
  const which = `${plural(count, "case")} unchanged (${named.join(", ")}${rest}), which passed`;
  if (left > 0) return [`${which}: not run again, and not counted below.`];
  const report = reports ? " and no report was written" : "";
  return [`Nothing to do: ${which}. No agent was called${report}.`];
}
