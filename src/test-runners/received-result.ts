import type { Invocation } from "../core/invocation.ts";
import type { TurnScore } from "../core/metric-outcome.ts";
import type { MetricResult } from "../core/run.ts";
import { nearest } from "../core/text/nearest.ts";
import { reasonWords } from "../core/text/reason-words.ts";
import type { Direction } from "../core/verdict.ts";
import { metricDefinition } from "../project/metrics/plan-metrics.ts";

/** The turns in what was handed to `expect`: an invocation, a list of them, or the result of one case. */
export function invocationsOf(received: unknown, matcher: string): readonly Invocation[] {
  const conversation = onlyConversation(received);
  const given = has(conversation, "invocations") ? conversation.invocations : conversation;
  const turns = Array.isArray(given) ? given : [given];
  if (turns.length > 0 && turns.every((turn) => has(turn, "userContent"))) {
    return turns as unknown as readonly Invocation[];
  }
  if (turns.length === 0 && has(conversation, "detail")) {
    throw new Error(`${matcher} found no turn to look at: ${conversation.detail}`);
  }
  throw new TypeError(
    `${matcher} looks at an invocation, an array of them, or the result of one case and one trial.`,
  );
}

/** A run of one case stands for that case, and a case of one trial for its only conversation. */
function onlyConversation(received: unknown): unknown {
  const one = has(received, "cases") ? only(received.cases, received) : received;
  return has(one, "trials") && !has(one, "cases") ? only(one.trials, one) : one;
}

function only(list: unknown, otherwise: unknown): unknown {
  return Array.isArray(list) && list.length === 1 ? list[0] : otherwise;
}

interface FoundMetric {
  readonly score: number;
  readonly direction: Direction;
  readonly turns: readonly TurnScore[];
}

/** Of one conversation, of a case over its trials, or of a run; the last two have no turns. */
interface SomeMetric
  extends Pick<MetricResult, "name" | "score" | "reason" | "detail">,
    Partial<Pick<MetricResult, "direction" | "perInvocation">> {
  readonly mean?: number | undefined;
}

/** A metric's score in a result. A score that is not there is an error: `not` must not make it green. */
export function metricIn(received: unknown, name: string): FoundMetric {
  const conversation = onlyConversation(received);
  const metrics = has(conversation, "metrics") ? conversation.metrics : undefined;
  if (!Array.isArray(metrics)) {
    throw new TypeError("toScore looks at the result of an evaluated case.");
  }
  const results = metrics as readonly SomeMetric[];
  const result = results.find((each) => each.name === name);
  if (result === undefined) throw notMeasured(name, conversation, results);
  const { score = result.mean, reason, detail } = result;
  const direction =
    result.direction ??
    directionIn(conversation, name) ??
    metricDefinition(name)?.direction ??
    "higher";
  if (score !== undefined) return { score, direction, turns: result.perInvocation ?? [] };
  const why = detail ?? (reason === undefined ? "no score was given" : reasonWords(reason));
  throw new Error(`${name} was not evaluated: ${why}`);
}

/** Which way a metric looks is said by its conversations, of which a case and a run hold their trials. */
function directionIn(received: unknown, name: string): Direction | undefined {
  const trials = has(received, "trials") && Array.isArray(received.trials) ? received.trials : [];
  const results = (trials as readonly unknown[]).flat().flatMap((trial) => {
    const metrics = has(trial, "metrics") ? trial.metrics : undefined;
    return Array.isArray(metrics) ? (metrics as readonly SomeMetric[]) : [];
  });
  return results.find((each) => each.name === name)?.direction;
}

function notMeasured(name: string, received: unknown, results: readonly SomeMetric[]): Error {
  const detail = has(received, "detail") ? received.detail : undefined;
  if (results.length === 0) {
    return new Error(`No metric looked at this case: ${detail ?? "it was not evaluated"}`);
  }
  const names = results.map((each) => each.name);
  const near = nearest(name, names);
  const hint = near === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${near}?`;
  return new Error(`${name} was not measured in this case. ${hint}`);
}

function has<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === "object" && value !== null && key in value;
}
