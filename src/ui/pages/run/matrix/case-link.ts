import { defaultStringifySearch } from "@tanstack/react-router";
import type { CaseEntry } from "./use-case-pages.ts";

/** Where a case's evidence is. Thousands of cells have one, so that it is put together without the router. */
export function caseHref(
  run: string,
  row: Pick<CaseEntry, "evalId" | "evalSetId" | "trials">,
): string {
  const search = { set: row.evalSetId, trial: worstTrial(row) };
  const path = `/runs/${encodeURIComponent(run)}/cases/${encodeURIComponent(row.evalId)}`;
  return `${path}${defaultStringifySearch(search)}`;
}

/** From 1: the first that failed, else the first that did not pass. */
export function worstTrial({ trials }: Pick<CaseEntry, "trials">): number {
  const failed = trials.find(({ status }) => status === "failed");
  const unclear = trials.find(({ status }) => status === "not-evaluated");
  return ((failed ?? unclear)?.trial ?? 0) + 1;
}
