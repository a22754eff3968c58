import type { CallModel } from "../core/chat-model.ts";
import type { EvalCase } from "../core/eval-set.ts";
import { countsAs } from "../core/folds/case-row.ts";
import type { Invocation } from "../core/invocation.ts";
import type { Metric, MetricInput } from "../core/metric.ts";
import type { CaseEndEvent, MetricResult } from "../core/run.ts";
import { caseStatus } from "../core/verdict.ts";
import { measureMetric } from "./measure-metric.ts";
import { shareRubrics } from "./share-rubrics.ts";
import { addUnevenTurns } from "./uneven-turns.ts";

/** A finished conversation and what it is to be measured by. */
export interface ScoreRequest {
  readonly evalCase: EvalCase;
  /** Undefined: the agent did not get through the conversation. */
  readonly actual: readonly Invocation[] | undefined;
  readonly metrics: readonly Metric[];
  readonly finalState?: Readonly<Record<string, unknown>> | undefined;
  readonly ask?: CallModel | undefined;
  readonly signal?: AbortSignal | undefined;
  /** True for what was recorded elsewhere, which no script has kept to its length: turns that are missing count as 0. */
  readonly mayBeUneven?: boolean | undefined;
  /** Hears of each metric before it is asked. */
  readonly onMetric?: ((name: string) => void) | undefined;
}

/** The verdict of one conversation. `reason` where no metric says it, `detail` in a sentence. */
export type CaseScore = Pick<CaseEndEvent, "status" | "metrics" | "reason" | "detail">;

/** From a conversation to its verdict. A conversation of another length than its script fails, and nothing else does. */
export function scoreCase(request: ScoreRequest): CaseScore | Promise<CaseScore> {
  const { evalCase, actual, metrics } = request;
  const expected = evalCase.conversation;
  if (actual === undefined) {
    const detail = "The agent did not get through the conversation.";
    return { status: "failed", metrics: [], reason: "agent-error", detail };
  }
  if (expected !== undefined && expected.length !== actual.length) {
    if (request.mayBeUneven === true) return scoreUneven(request, actual, expected);
    const detail = `The conversation has ${turns(actual.length)}, its script ${turns(expected.length)}.`;
    return { status: "failed", metrics: [], reason: "turn-mismatch", detail };
  }
  return then(measureTurns(request, evalCase, actual), ({ results, note }) =>
    verdictOf(withGoals(results, metrics), note),
  );
}

interface MeasuredTurns {
  readonly results: readonly MetricResult[];
  readonly note: string | undefined;
}

function measureTurns(
  { metrics, finalState, ask, signal = neverAborted, onMetric }: ScoreRequest,
  evalCase: EvalCase,
  actual: readonly Invocation[],
): MeasuredTurns | Promise<MeasuredTurns> {
  const { actual: shared, note } = shareRubrics(evalCase, actual);
  const input = {
    evalCase,
    actual: shared,
    expected: evalCase.conversation,
    finalState,
    ask,
    signal,
  };
  return then(measureCase(metrics, input, onMetric), (results) => ({ results, note }));
}

/** The turns that both have are measured; those that only one of them has are added to what came of it. */
function scoreUneven(
  request: ScoreRequest,
  actual: readonly Invocation[],
  expected: readonly Invocation[],
): CaseScore | Promise<CaseScore> {
  const { evalCase, metrics } = request;
  const both = Math.min(actual.length, expected.length);
  const paired = { ...evalCase, conversation: expected.slice(0, both) };
  const uneven = { missing: expected.length - both, extra: actual.length - both };
  return then(measureTurns(request, paired, actual.slice(0, both)), ({ results, note }) =>
    verdictOf(withGoals(addUnevenTurns(results, metrics, uneven), metrics), note),
  );
}

/** Goes on at once where it can: most runs ask deterministic metrics of thousands of cases. */
function then<From, To>(value: From | Promise<From>, next: (value: From) => To): To | Promise<To> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** What each metric is asked for, beside what it said. */
function withGoals(
  results: readonly MetricResult[],
  metrics: readonly Metric[],
): readonly MetricResult[] {
  if (metrics.every(({ goal }) => goal === undefined)) return results;
  // by name: a metric that the case leaves out has no result
  const goals = new Map(metrics.map(({ name, goal }) => [name, goal]));
  return results.map((result) => {
    const goal = goals.get(result.name);
    return goal === undefined ? result : { ...result, goal };
  });
}

const neverAborted = new AbortController().signal;

function turns(count: number): string {
  return count === 1 ? "1 turn" : `${count} turns`;
}

function verdictOf(metrics: readonly MetricResult[], note: string | undefined): CaseScore {
  const status = caseStatus(metrics.map(countsAs));
  const decided = metrics.some((metric) => metric.status !== "informational");
  if (!decided) {
    const detail = "No metric had a say: none has a threshold.";
    return { status, metrics, reason: "no-metrics", detail };
  }
  return note === undefined ? { status, metrics } : { status, metrics, detail: note };
}

/**
 * Asks every metric in order, each guarded: one that throws spoils its own result and no other.
 * A promise only where a metric gave one, since most runs ask deterministic metrics of thousands of cases.
 */
export function measureCase(
  metrics: readonly Metric[],
  input: Omit<MetricInput, "earlier">,
  onMetric?: (name: string) => void,
): readonly MetricResult[] | Promise<readonly MetricResult[]> {
  const results: MetricResult[] = [];
  const whole: MetricInput = { ...input, earlier: results };
  const skipped = input.evalCase.assay?.skip;
  const asked =
    skipped === undefined ? metrics : metrics.filter(({ name }) => !skipped.includes(name));
  for (let next = 0; next < asked.length; next += 1) {
    const metric = asked[next];
    if (metric === undefined) continue;
    onMetric?.(metric.name);
    const result = measureMetric(metric, whole);
    if (result instanceof Promise) {
      const rest = asked.slice(next + 1);
      return measureRest(rest, result, { input: whole, results, onMetric });
    }
    results.push(result);
  }
  return results;
}

interface Measuring {
  readonly input: MetricInput;
  readonly results: MetricResult[];
  readonly onMetric: ((name: string) => void) | undefined;
}

async function measureRest(
  rest: readonly Metric[],
  first: Promise<MetricResult>,
  { input, results, onMetric }: Measuring,
): Promise<readonly MetricResult[]> {
  results.push(await first);
  for (const metric of rest) {
    onMetric?.(metric.name);
    results.push(await measureMetric(metric, input));
  }
  return results;
}
