import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { RunStore } from "../../core/run-store.ts";
import { loadRun } from "./load-run.ts";

/** What a run left to be mended. */
export interface FailedCases {
  /** Case ids by set id. */
  readonly cases: Readonly<Record<string, readonly string[]>>;
  readonly run: RunSummary;
}

/** The cases of a run that ended without passing: what `--failed` runs again. */
export async function failedCases(
  store: RunStore,
  runId: string,
  isNamed: (evalSetId: string, evalId: string) => boolean = () => true,
): Promise<FailedCases> {
  const { summary } = await loadRun(store, runId);
  const failed = summary.cases.filter(
    ({ status, evalSetId, evalId }) => status !== "passed" && isNamed(evalSetId, evalId),
  );
  const bySet = Map.groupBy(failed, ({ evalSetId }) => evalSetId);
  const cases = [...bySet].map(([id, rows]) => [id, rows.map(({ evalId }) => evalId)] as const);
  return { cases: Object.fromEntries(cases), run: summary };
}
