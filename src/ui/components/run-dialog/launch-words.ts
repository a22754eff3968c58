import { dollarsText, numberText } from "../../lib/amounts.ts";
import { secondsText } from "../../lib/words.ts";
import type { LaunchState, Plan } from "./launch-state.ts";

/** What the dialog is called. */
export function titleOf({ evalSets, agent }: LaunchState): string {
  const [only] = evalSets;
  if (only !== undefined && evalSets.length === 1) {
    return `Run ${only.slice(only.lastIndexOf("/") + 1).replace(/(\.evalset|\.test)?\.json$/, "")}`;
  }
  return agent === "" || agent === "." ? "New run" : `Run ${agent}`;
}

/** What it would be, in a sentence. */
export function leadOf(plan: Plan | undefined, state: LaunchState): string {
  if (plan === undefined)
    return state.evalSets.length === 0 ? "Choose an eval set." : "Looking at it.";
  const { seconds, cost } = plan.estimate;
  const takes = [
    seconds !== undefined && `about ${secondsText(seconds)}`,
    cost !== undefined && dollarsText(cost),
  ].filter((each) => each !== false);
  const repeats = state.trials === 1 ? "" : ` × ${state.trials} repeats`;
  const unable = plan.metrics.filter(({ problem }) => problem !== undefined).length;
  const left =
    unable === 0 ? "" : unable === 1 ? " One metric cannot run." : ` ${unable} metrics cannot run.`;
  const many = state.variants.length;
  const each = many === 1 ? "" : ` × ${many} agents or models`;
  const most = state.mode === "changed" ? "at most " : "";
  // what one of them takes says nothing of the others
  const known = many === 1 && takes.length > 0 ? `, ${takes.join(" and ")}` : "";
  return `${most}${numberText(many * plan.conversations)} conversations${known}: ${casesOf(plan)}${each}${repeats}.${left}`;
}

/** `18 of 20 cases, 2 quarantined`: what does not run is counted before it does not. */
function casesOf({ cases, quarantined }: Plan): string {
  if (quarantined === 0) return `${numberText(cases)} cases`;
  return `${numberText(cases)} of ${numberText(cases + quarantined)} cases, ${numberText(quarantined)} quarantined`;
}

/** What the button does. */
export function startWords(plan: Plan | undefined, many: number): string {
  if (plan === undefined) return "Start";
  const all = many * plan.conversations;
  const words = `Start ${numberText(all)} conversation${all === 1 ? "" : "s"}`;
  return many === 1 ? words : `${words} in ${many} runs`;
}
