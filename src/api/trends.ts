import type { Trend } from "../analysis/trends/trend.ts";
import { UserFacingError } from "../core/errors.ts";
import { readTrend } from "../project/history/read-trend.ts";
import { guardFloatingPromise } from "./guard-floating-promise.ts";
import { checkOptions, cwdOf, type RunOptions, withStore } from "./run-options.ts";

export interface TrendsOptions extends Pick<RunOptions, "store" | "cwd"> {
  /** An eval set by its id or file; that of the newest run unless given. */
  readonly evalSet?: string | undefined;
  /** Runs of this agent; of the one that ran the set last unless given. */
  readonly agent?: string | undefined;
  /** The newest so many runs; all unless given. */
  readonly limit?: number | undefined;
}

/**
 * How the stored runs of an eval set went: rates with intervals, a verdict a run for each case, and whether the pass rate
 * drifted, called by a test that may be asked after every run.
 *
 * @example const { sentence, drift } = await trends({ evalSet: "smoke" });
 */
export function trends(options: TrendsOptions = {}): Promise<Trend> {
  return guardFloatingPromise("trends(…)", async () => {
    checkOptions("trends", options, ["evalSet", "agent", "limit", "store", "cwd"]);
    const { evalSet, agent, limit = Number.POSITIVE_INFINITY } = options;
    if (!(limit >= 1)) {
      throw new UserFacingError("cli/usage", `limit is ${limit}; a number from 1 was expected.`, {
        hint: "Write, for example, limit: 50; without one all runs are looked at.",
      });
    }
    return await withStore(options, (store) =>
      readTrend(store, { evalSet, agent, limit, cwd: cwdOf(options) }),
    );
  });
}
