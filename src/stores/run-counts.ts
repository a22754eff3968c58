import type { EndCounts } from "../core/run-store.ts";

/** Ended conversations of a run as a database has counted them, with their sum. */
export interface StoredCounts extends EndCounts {
  readonly ended: number;
}

/** None where nothing was counted; undefined where one of the numbers cannot be what was counted. */
export function soundCounts(stored: StoredCounts | undefined): EndCounts | undefined {
  if (stored === undefined) return { passed: 0, failed: 0, "not-evaluated": 0 };
  const { passed, failed, "not-evaluated": notEvaluated, ended } = stored;
  return passed + failed + notEvaluated === ended
    ? { passed, failed, "not-evaluated": notEvaluated }
    : undefined;
}
