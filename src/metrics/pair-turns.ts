import type { Invocation } from "../core/invocation.ts";
import type { MetricInput } from "../core/metric.ts";
import type { NotEvaluatedOutcome } from "../core/metric-outcome.ts";
import { skipHint } from "./asked-turns.ts";

/** A turn as it went and as it should have gone. */
export interface TurnPair {
  readonly actual: Invocation;
  readonly expected: Invocation;
}

/** The turns side by side, or why a metric that compares them cannot. */
export function pairTurns(
  name: string,
  { actual, expected }: MetricInput,
): readonly TurnPair[] | NotEvaluatedOutcome {
  if (expected === undefined) {
    return {
      kind: "not-evaluated",
      reason: "missing-reference",
      detail: `${name} needs an expected conversation, and a scenario has none. Either ${skipHint(name)}`,
    };
  }
  if (expected.length !== actual.length) {
    return {
      kind: "not-evaluated",
      reason: "turn-mismatch",
      detail: `${name} cannot compare ${actual.length} actual with ${expected.length} expected turns.`,
    };
  }
  const pairs: TurnPair[] = [];
  let index = 0;
  for (const turn of actual) {
    const wanted = expected[index];
    index += 1;
    if (wanted !== undefined) pairs.push({ actual: turn, expected: wanted });
  }
  return pairs;
}
