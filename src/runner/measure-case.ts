import type { CallModel } from "../core/chat-model.ts";
import type { EvalCase } from "../core/eval-set.ts";
import { countsAs } from "../core/folds/case-row.ts";
import type { Invocation } from "../core/invocation.ts";
import type { Metric, MetricInput } from "../core/metric.ts";
import type { CaseEndEvent, MetricResult } from "../core/run.ts";
import type { TraceFacts } from "../core/traces/trace-facts.ts";
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
  /** What its trace tells. */
  readonly trace?: TraceFacts | undefined;
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
  return then(measureTurns(request, { evalCase, actual }), ({ results, note }) =>
    verdictOf(withGoals(results, metrics), note),
  );
}

interface MeasuredTurns {
  readonly results: readonly MetricResult[];
  readonly note: string | undefined;
}

/** What metrics look at. */
interface Turns {
  readonly evalCase: EvalCase;
  readonly actual: readonly Invocation[];
  /** The whole of both sides, where only the turns that both have are measured, for metrics that want to see it. */
  readonly whole?: Pick<MetricInput, "evalCase" | "actual" | "expected"> | undefined;
}

function measureTurns(
  { metrics, finalState, trace, ask, signal = neverAborted, onMetric }: ScoreRequest,
  { evalCase, actual, whole }: Turns,
): MeasuredTurns | Promise<MeasuredTurns> {
  const { actual: shared, note } = shareRubrics(evalCase, actual);
  const input = {
    evalCase,
    actual: shared,
    expected: evalCase.conversation,
    finalState,
    trace,
    ask,
    signal,
  };
  const uneven = whole && { ...input, ...whole };
  return then(measureCase(metrics, input, { onMetric, uneven }), (results) => ({ results, note }));
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
  const whole = { evalCase, actual, expected };
  const turns = { evalCase: paired, actual: actual.slice(0, both), whole };
  return then(measureTurns(request, turns), ({ results, note }) =>
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
  { onMetric, uneven }: MeasureCaseOptions = {},
): readonly MetricResult[] | Promise<readonly MetricResult[]> {
  const results: MetricResult[] = [];
  const paired: MetricInput = { ...input, earlier: results };
  const whole: MetricInput = uneven === undefined ? paired : { ...uneven, earlier: results };
  const inputOf = ({ measuresUneven }: Metric) => (measuresUneven === true ? whole : paired);
  const skipped = input.evalCase.assay?.skip;
  const asked =
    skipped === undefined ? metrics : metrics.filter(({ name }) => !skipped.includes(name));
  for (let next = 0; next < asked.length; next += 1) {
    const metric = asked[next];
    if (metric === undefined) continue;
    onMetric?.(metric.name);
    const result = measureMetric(metric, inputOf(metric));
    if (result instanceof Promise) {
      const rest = asked.slice(next + 1);
      return measureRest(rest, result, { inputOf, results, onMetric });
    }
    results.push(result);
  }
  return results;
}

interface MeasureCaseOptions {
  readonly onMetric?: ((name: string) => void) | undefined;
  /** What metrics that measure uneven conversations are given instead. */
  readonly uneven?: Omit<MetricInput, "earlier"> | undefined;
}

interface Measuring {
  readonly inputOf: (metric: Metric) => MetricInput;
  readonly results: MetricResult[];
  readonly onMetric: ((name: string) => void) | undefined;
}

async function measureRest(
  rest: readonly Metric[],
  first: Promise<MetricResult>,
  { inputOf, results, onMetric }: Measuring,
): Promise<readonly MetricResult[]> {
  results.push(await first);
  for (const metric of rest) {
    onMetric?.(metric.name);
    results.push(await measureMetric(metric, inputOf(metric)));
  }
  return results;
}
