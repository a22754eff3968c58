import { dollarsText } from "../../lib/amounts.ts";
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
  const most = state.mode === "changed" ? "at most " : "";
  return `${most}${plan.conversations} conversations${takes.length > 0 ? `, ${takes.join(" and ")}` : ""}: ${plan.cases} cases${repeats}.${left}`;
}

/** What the button does. */
export function startWords(plan: Plan | undefined): string {
  if (plan === undefined) return "Start";
  return `Start ${plan.conversations} conversation${plan.conversations === 1 ? "" : "s"}`;
}
