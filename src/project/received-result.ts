import type { Invocation } from "../core/invocation.ts";
import type { TurnScore } from "../core/metric.ts";
import { nearest } from "../core/nearest.ts";
import type { MetricResult } from "../core/run.ts";
import type { Direction } from "../core/verdict.ts";
import { reasonWords } from "../reporters/case-reason.ts";

/** The turns in what was handed to `expect`: an invocation, a list of them, or anything that has `invocations`. */
export function invocationsOf(received: unknown, matcher: string): readonly Invocation[] {
  const held = has(received, "invocations") ? received.invocations : received;
  const turns = Array.isArray(held) ? held : [held];
  if (turns.length > 0 && turns.every((turn) => has(turn, "userContent"))) {
    return turns as unknown as readonly Invocation[];
  }
  throw new TypeError(
    `${matcher} looks at an invocation, a list of them, or the result of an evaluated case.`,
  );
}

interface FoundMetric {
  readonly score: number;
  readonly direction: Direction;
  readonly turns: readonly TurnScore[];
}

/** A metric's score in an evaluated case. A score that is not there is an error: `not` must not make it green. */
export function metricIn(received: unknown, name: string): FoundMetric {
  const metrics = has(received, "metrics") ? received.metrics : undefined;
  if (!Array.isArray(metrics)) {
    throw new TypeError("toScore looks at the result of an evaluated case.");
  }
  const results = metrics as readonly MetricResult[];
  const result = results.find((each) => each.name === name);
  if (result === undefined) throw notMeasured(name, received, results);
  const { score, direction, reason, detail } = result;
  if (score !== undefined) return { score, direction, turns: result.perInvocation };
  const why = detail ?? (reason === undefined ? "no score was given" : reasonWords(reason));
  throw new Error(`${name} was not evaluated: ${why}`);
}

function notMeasured(name: string, received: unknown, results: readonly MetricResult[]): Error {
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
