import { isUserFacingError } from "../../core/errors.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { RunStore } from "../../core/run-store.ts";
import { planForSets } from "../power/plan-for-sets.ts";
import type { LaunchEstimate } from "./launch-plan.ts";

interface EstimateRequest {
  readonly evalSets: readonly string[];
  readonly trials: number;
  readonly concurrency: number;
  readonly cases: number;
  readonly last: RunTable | undefined;
  readonly cwd: string;
}

/** How long it takes and what it costs, by earlier runs of the same sets. What they do not tell is left open. */
export async function estimateLaunch(
  store: RunStore,
  { evalSets, trials, concurrency, cases, last, cwd }: EstimateRequest,
): Promise<LaunchEstimate> {
  if (last === undefined) {
    return { basis: "No run of these sets has ended yet, so nobody knows how long it takes." };
  }
  const conversations = cases * trials;
  const durations = last.cases.flatMap((each) => each.trials.map(({ duration }) => duration));
  const mean = durations.reduce((sum, each) => sum + each, 0) / Math.max(1, durations.length);
  const seconds = (mean * conversations) / Math.max(1, Math.min(concurrency, conversations));
  const plan = await planForSets(store, { evalSets, trials, detect: 0.1, cwd }).catch(
    (error: unknown) => {
      if (isUserFacingError(error)) return undefined;
      throw error;
    },
  );
  const [own] = plan?.plans ?? [];
  const perConversation = own?.cost == null ? undefined : own.cost / Math.max(1, own.conversations);
  const runs = plan?.runIds.length ?? 1;
  return {
    seconds,
    cost: perConversation === undefined ? undefined : perConversation * conversations,
    shows: shownBy(plan?.set?.shows[0]?.difference, { cases, all: plan?.set?.cases ?? cases }),
    basis: basisOf(runs, perConversation),
  };
}

/** A difference grows with the root of how many cases are left out. */
function shownBy(
  difference: number | null | undefined,
  { cases, all }: { readonly cases: number; readonly all: number },
): number | undefined {
  if (difference === null || difference === undefined || cases === 0) return undefined;
  return Math.min(1, difference * Math.sqrt(all / cases));
}

function basisOf(runs: number, cost: number | undefined): string {
  const by = runs <= 1 ? "the last run" : `the last ${runs} runs`;
  const unpriced =
    cost === undefined ? " What it costs is not known: no model call with a price was seen." : "";
  return `Going by ${by} of the set.${unpriced}`;
}
