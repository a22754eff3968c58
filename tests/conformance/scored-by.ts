import { expect } from "vitest";
import { isUserFacingError } from "../../src/core/errors.ts";
import type { Invocation } from "../../src/core/invocation.ts";
import { parseJsonText } from "../../src/core/json/json-text.ts";
import type { MetricResult } from "../../src/core/run.ts";
import { array } from "../../src/core/schema/schema.ts";
import { invocationSchema } from "../../src/eval-sets/schema/invocation-schema.ts";
import { planMetric } from "../../src/project/metrics/plan-metrics.ts";
import { measureMetric } from "../../src/runner/measure-metric.ts";
import { anEvalCase } from "../../src/testing/builders.ts";
import { expectScore, ours, readShape } from "./compare.ts";
import { type ConformanceKind, outcomeOf } from "./vector.ts";

interface ScoredInput {
  readonly criterion: unknown;
  readonly actual?: unknown;
  readonly expected?: unknown;
  readonly actual_text?: string;
  readonly expected_text?: string;
}

interface ScoredOutcome {
  readonly error?: object;
  readonly overall_score: number | null;
  readonly overall_status: string;
  readonly per_invocation: readonly { readonly score: number | null; readonly status: string }[];
}

/** Scores invocations by one metric, from its criterion as a config holds it to the statuses of every turn. */
export function scoredBy(name: string): ConformanceKind {
  return {
    inputs: ["criterion", "actual", "expected", "actual_text", "expected_text"],
    async hold(vector) {
      const outcome = outcomeOf(vector) as unknown as ScoredOutcome;
      const result = await measure(name, vector.input as unknown as ScoredInput);
      if (outcome.error !== undefined) {
        expect(result?.status ?? "refused").toMatch(/^(refused|not-evaluated)$/);
        expect(result?.score).toBeUndefined();
        return;
      }
      expect(result?.status).toBe(ours(outcome.overall_status));
      expectScore(result?.score, outcome.overall_score);
      expect(result?.perInvocation.map((turn) => turn.status)).toEqual(
        outcome.per_invocation.map((turn) => ours(turn.status)),
      );
      for (const [place, turn] of outcome.per_invocation.entries()) {
        expectScore(result?.perInvocation[place]?.score, turn.score);
      }
    },
  };
}

/** Undefined when the input is refused before anything is measured. */
async function measure(name: string, input: ScoredInput): Promise<MetricResult | undefined> {
  try {
    const metric = planMetric(name, input.criterion);
    const actual = readTurns(input.actual_text, input.actual) ?? [];
    const expected = readTurns(input.expected_text, input.expected);
    return await measureMetric(metric, {
      evalCase: anEvalCase({ conversation: expected }),
      actual,
      expected,
      earlier: [],
      signal: new AbortController().signal,
    });
  } catch (error) {
    if (isUserFacingError(error)) return undefined;
    throw error;
  }
}

function readTurns(text: string | undefined, value: unknown): readonly Invocation[] | undefined {
  return readShape(array(invocationSchema), text === undefined ? value : parseJsonText(text).value);
}
