import type { RunTable } from "../../core/folds/run-table.ts";

/** What one conversation takes, by the newest run that tells; null where none does. */
export interface ConversationPrice {
  /** US dollars: models of ours, and the agent's where it is known. */
  readonly cost: number | null;
  /** Seconds of a run for each conversation: many run at once. */
  readonly seconds: number | null;
}

export function priceOfRuns(runs: readonly RunTable[]): ConversationPrice {
  const first = <T>(read: (run: RunTable) => T | null) =>
    runs.reduce<T | null>((found, run) => found ?? read(run), null);
  return { cost: first(costOf), seconds: first(secondsOf) };
}

function trialsOf({ cases }: RunTable) {
  return cases.flatMap(({ trials }) => trials);
}

function costOf(run: RunTable): number | null {
  const trials = trialsOf(run);
  const placeOf = (name: string) => run.metrics.findIndex((metric) => metric.name === name);
  const [cost, calls] = [placeOf("total_cost"), placeOf("inference_call_count_v1")];
  // calls whose price nobody knows make the whole unknown
  const isUnknown = trials.some(
    ({ scores }) => scores[cost] === undefined && (scores[calls] ?? 0) > 0,
  );
  if (trials.length === 0 || isUnknown || run.modelCalls.cost === undefined) return null;
  const agents = trials.reduce((sum, { scores }) => sum + (scores[cost] ?? 0), 0);
  const all = agents + run.modelCalls.cost;
  // nothing paid is no price: the agent's own calls may not have been seen
  return all === 0 ? null : all / trials.length;
}

function secondsOf(run: RunTable): number | null {
  const trials = trialsOf(run);
  const all = trials.reduce((sum, { duration }) => sum + duration, 0);
  const atOnce = Math.min(run.about.concurrency, trials.length);
  return trials.length === 0 ? null : all / trials.length / atOnce;
}
