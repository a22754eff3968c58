import { UserFacingError } from "../../core/errors.ts";
import type { CaseRow } from "../../core/folds/case-row.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { LoadedRun } from "../../project/history/load-run.ts";

/** The cases of a run that a user names. `set:case` names one where two sets have a case of that id. */
export function namedCases(run: LoadedRun, wanted: readonly string[]): readonly CaseRow[] {
  const rows = run.summary.cases;
  const unknown = wanted.find((text) => !rows.some((row) => isNamed(row, text)));
  if (unknown !== undefined) throw unknownCase(unknown, rows, run);
  return rows.filter((row) => wanted.some((text) => isNamed(row, text)));
}

export function isNamed(
  { evalSetId, evalId }: Pick<CaseRow, "evalSetId" | "evalId">,
  text: string,
): boolean {
  return text === evalId || text === `${evalSetId}:${evalId}`;
}

function unknownCase(text: string, rows: readonly CaseRow[], run: LoadedRun): UserFacingError {
  const near = nearest(
    text,
    rows.map((row) => row.evalId),
  );
  const { notRun } = run.summary.totals;
  const unfinished = notRun > 0 ? `${notRun} of its cases have not run. ` : "";
  return new UserFacingError(
    "eval-set/unknown-case",
    `Run ${run.summary.runId} has no finished case "${text}".`,
    {
      hint: `${unfinished}${near === undefined ? "assay runs show lists them." : `Did you mean ${near}?`}`,
    },
  );
}
