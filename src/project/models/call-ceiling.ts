import type { RunRequest } from "../plan/eval-request.ts";

/** What model calls of ours may cost at most, and which option says so: a budget for everything is one for them too. */
export function callCeiling({ maxCost, budget }: Pick<RunRequest, "maxCost" | "budget">): {
  readonly dollars: number | undefined;
  readonly option: "--max_cost" | "--budget";
} {
  const isBudget = budget !== undefined && (maxCost === undefined || budget < maxCost);
  return { dollars: isBudget ? budget : maxCost, option: isBudget ? "--budget" : "--max_cost" };
}
