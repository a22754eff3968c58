import type { RunInfo } from "../run-info.ts";

/**
 * Whether a run has only cases that had not passed before (`--failed`, `--changed`). Such cases come out better the next
 * time by chance alone, so that they say nothing of the whole set.
 */
export function isChosenByOutcome({ options }: Pick<RunInfo, "options">): boolean {
  return options?.onlyCases !== undefined || options?.failedIn !== undefined;
}
