import type { RunInfo } from "../run-info.ts";

/** What tells the agent of a run from others: which of several, and with which model where it was given one. */
export function agentLabel({ name, subAgent, model }: RunInfo["agent"]): string {
  const own = subAgent === undefined ? name : `${name} / ${subAgent}`;
  return model === undefined ? own : `${own} with ${model}`;
}
