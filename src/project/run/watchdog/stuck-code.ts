import { type Activity, AgentFault, turnScope } from "../../../agents/recording/turn-scope.ts";
import { DeadlinePassed } from "../../../core/async/deadline.ts";
import { keyOf } from "../../../core/folds/open-cases.ts";
import type { Metric } from "../../../core/metric.ts";
import type { PlannedCase, RunPlan } from "../../../runner/run-plan.ts";

/** Code that never let go of the process, or spoiled it, and of which conversation it was. */
export interface Stuck extends Activity {
  readonly seconds: number;
  /** What it changed so that nobody can put it back. */
  readonly changed?: string | undefined;
}

/** Remembers, for code that gets stuck, whose it is: of which conversation, and which turn or metric of it. */
export const activityHooks: Required<Pick<RunPlan, "around" | "onMetric">> = {
  around({ evalSetId, evalId, trial }, work) {
    const doing = { evalSetId, evalId, trial };
    return turnScope.run({ ...turnScope.getStore(), fail: () => false, doing }, work);
  },
  onMetric(name) {
    const doing = turnScope.getStore()?.doing;
    if (doing === undefined) return;
    doing.turn = undefined;
    doing.metric = name;
  },
};

/** What runs right now on this thread; undefined where it belongs to no conversation. */
export function doingNow(seconds: number): Stuck | undefined {
  const doing = turnScope.getStore()?.doing;
  return doing === undefined ? undefined : { ...doing, seconds };
}

/** Whose code it was, at the head of a sentence. */
export function stuckText({ turn, metric, seconds, changed }: Stuck): string {
  const who = metric ?? "The agent";
  const where = metric === undefined && turn !== undefined ? ` in turn ${turn + 1}` : "";
  if (changed !== undefined) {
    return `${who} changed ${changed} for good${where}, which verdicts are computed with.`;
  }
  return `${who} computed for ${seconds} s without a pause${where}, so that no deadline could end it.`;
}

/** The same conversations, but for code that is known to get stuck: it is not run again. */
export function* givingUp(
  cases: Iterable<PlannedCase>,
  known: readonly Stuck[],
): Generator<PlannedCase> {
  const giveUp = givingUpOn(known);
  for (const planned of cases) yield giveUp(planned);
}

/** The same for conversations that may be read one by one. */
export function withoutGivenUp(
  cases: AsyncIterable<PlannedCase> | Iterable<PlannedCase>,
  known: readonly Stuck[],
): AsyncIterable<PlannedCase> | Iterable<PlannedCase> {
  if (known.length === 0) return cases;
  return Symbol.iterator in cases ? givingUp(cases, known) : eachGivingUp(cases, known);
}

async function* eachGivingUp(
  cases: AsyncIterable<PlannedCase>,
  known: readonly Stuck[],
): AsyncGenerator<PlannedCase> {
  const giveUp = givingUpOn(known);
  for await (const planned of cases) yield giveUp(planned);
}

/** The same for a conversation of one of several runs. */
export function withoutStuckCode(
  planned: PlannedCase,
  known: readonly Stuck[],
  runId: string,
): PlannedCase {
  return givingUpOn(known.filter((stuck) => stuck.runId === runId))(planned);
}

/** Remembers of which run it is, for processes that have a share in several. */
export function aroundOf(runId: string): Required<Pick<RunPlan, "around">>["around"] {
  return ({ evalSetId, evalId, trial }, work) => {
    const doing = { runId, evalSetId, evalId, trial };
    return turnScope.run({ ...turnScope.getStore(), fail: () => false, doing }, work);
  };
}

function givingUpOn(known: readonly Stuck[]): (planned: PlannedCase) => PlannedCase {
  const byKey = Map.groupBy(known, keyOf);
  return (planned) => (byKey.get(keyOf(planned)) ?? []).reduce(withoutStuck, planned);
}

function withoutStuck(planned: PlannedCase, stuck: Stuck): PlannedCase {
  if (stuck.metric !== undefined) {
    const metrics = planned.metrics.map((metric) =>
      metric.name === stuck.metric ? unmeasured(metric, stuck) : metric,
    );
    return { ...planned, metrics };
  }
  const agent = {
    name: "agent",
    start(): never {
      const text = stuckText(stuck);
      throw stuck.changed === undefined ? new DeadlinePassed(text) : new AgentFault(text);
    },
  };
  return { ...planned, agent, recorded: undefined };
}

function unmeasured(metric: Metric, stuck: Stuck): Metric {
  const detail = stuckText(stuck);
  return { ...metric, measure: () => ({ kind: "not-evaluated", reason: "metric-error", detail }) };
}
