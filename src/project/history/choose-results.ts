import { UserFacingError } from "../../core/errors.ts";
import type { CaseResult } from "../../core/run.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { LoadedRun } from "./load-run.ts";

/** Every trial of the named cases, in the order of the run. `set:case` names one where two sets have a case of that id. */
export async function chooseResults(
  run: LoadedRun,
  names: readonly string[],
): Promise<readonly CaseResult[]> {
  const chosen: CaseResult[] = [];
  const found = new Set<string>();
  for await (const result of run.cases()) {
    const hits = names.filter((name) => isNamed(result, name));
    for (const hit of hits) found.add(hit);
    if (hits.length > 0) chosen.push(result);
  }
  const missing = names.find((name) => !found.has(name));
  if (missing === undefined) return chosen;
  const ids = run.summary.cases.map((row) => row.evalId);
  const near = nearest(missing, ids);
  throw new UserFacingError(
    "eval-set/unknown-case",
    `Run ${run.summary.runId} has no finished case "${missing}".`,
    { hint: near === undefined ? "assay runs show lists them." : `Did you mean ${near}?` },
  );
}

function isNamed({ evalSetId, evalId }: CaseResult, name: string): boolean {
  return name === evalId || name === `${evalSetId}:${evalId}`;
}
