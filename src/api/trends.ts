import { resolve } from "node:path";
import type { Trend } from "../analysis/trends/trend.ts";
import { UserFacingError } from "../core/errors.ts";
import { nearest } from "../core/text/nearest.ts";
import { readTrend } from "../project/history/read-trend.ts";
import { sqliteStore } from "../stores/sqlite/sqlite-store.ts";

export interface TrendsOptions {
  /** An eval set by its id or file; that of the newest run unless given. */
  readonly evalSet?: string | undefined;
  /** Runs of this agent; of the one that ran the set last unless given. */
  readonly agent?: string | undefined;
  /** The newest so many runs; all unless given. */
  readonly limit?: number | undefined;
  /** The database of the runs; `.assay/assay.db` unless given. */
  readonly store?: string | undefined;
  readonly cwd?: string | undefined;
}

const known: readonly (keyof TrendsOptions)[] = ["evalSet", "agent", "limit", "store", "cwd"];

/**
 * How the stored runs of an eval set went: rates with intervals, a verdict a run for each case, and whether the pass rate
 * drifted, called by a test that may be asked after every run.
 *
 * @example const { sentence, drift } = await trends({ evalSet: "smoke" });
 */
export async function trends(options: TrendsOptions = {}): Promise<Trend> {
  const { evalSet, agent, limit = Number.POSITIVE_INFINITY, cwd = process.cwd() } = options;
  const odd = Object.keys(options).find((key) => !known.some((each) => each === key));
  if (odd !== undefined) {
    const near = nearest(odd, known);
    throw new UserFacingError("cli/usage", `trends has no option ${odd}.`, {
      hint: near === undefined ? `It has ${known.join(", ")}.` : `Did you mean ${near}?`,
    });
  }
  if (!(limit >= 1)) {
    throw new UserFacingError("cli/usage", `limit is ${limit}; a number from 1 was expected.`);
  }
  const store = sqliteStore(resolve(cwd, options.store ?? ".assay/assay.db"));
  try {
    return await readTrend(store, { evalSet, agent, limit, cwd });
  } finally {
    await store.close();
  }
}
