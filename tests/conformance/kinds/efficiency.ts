import { expect } from "vitest";
import { isUserFacingError } from "../../../src/core/errors.ts";
import type { Invocation } from "../../../src/core/invocation.ts";
import type { MetricDetails } from "../../../src/core/metric-outcome.ts";
import { array } from "../../../src/core/schema/schema.ts";
import { snakeCase } from "../../../src/core/text/key-case.ts";
import { invocationSchema } from "../../../src/eval-sets/schema/invocation-schema.ts";
import { planMetric } from "../../../src/project/metrics/plan-metrics.ts";
import { measureMetric } from "../../../src/runner/measure-metric.ts";
import { readShape } from "../compare.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

interface Measured {
  readonly score: number | null;
  readonly status: string;
  readonly details?: Readonly<Record<string, number | null>> | null | undefined;
}

interface Wanted {
  readonly overall_score: number | null;
  readonly overall_status: string;
  readonly per_invocation: readonly Measured[];
  readonly overall_details?: Measured["details"];
}

export const checks: ConformanceKind = {
  inputs: ["actual"],
  async hold(vector) {
    const { actual } = vector.input as unknown as { actual: unknown };
    const outcome = outcomeOf(vector) as unknown as Readonly<Record<string, Wanted>>;
    if ("error" in outcome) {
      expect(refusal(() => readTurns(actual))).toSatisfy(isUserFacingError);
      return;
    }
    const turns = readTurns(actual);
    expect(Object.keys(outcome)).toHaveLength(4);
    for (const [name, wanted] of Object.entries(outcome)) {
      expect(await measured(name, turns), name).toEqual(near(wanted));
    }
  },
};

function readTurns(actual: unknown): readonly Invocation[] {
  return readShape(array(invocationSchema), actual) ?? [];
}

function refusal(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

async function measured(name: string, actual: readonly Invocation[]): Promise<Wanted> {
  const result = await measureMetric(planMetric(name), {
    evalCase: { evalId: "case", conversation: actual, creationTimestamp: 0 },
    actual,
    expected: undefined,
    earlier: [],
    signal: new AbortController().signal,
  });
  const detailed = name === "token_usage_v1" || name === "invocation_duration_v1";
  return {
    overall_score: result.score ?? null,
    overall_status: named(result.status),
    per_invocation: result.perInvocation.map((turn) => ({
      score: turn.score ?? null,
      status: named(turn.status),
      ...(detailed ? { details: inSnakeCase(turn.details) } : {}),
    })),
    ...(detailed ? { overall_details: inSnakeCase(result.details) } : {}),
  };
}

function named(status: string | undefined): string {
  return (status ?? "").toUpperCase().replace("-", "_");
}

/** The one object of details, with null for what is unknown. */
function inSnakeCase(details: MetricDetails | undefined): Measured["details"] {
  const [figures] = Object.values(details ?? {});
  if (figures === undefined) return null;
  return Object.fromEntries(
    Object.entries(figures as Record<string, number | undefined>).map(([key, value]) => [
      snakeCase(key),
      value ?? null,
    ]),
  );
}

/** The same with every number allowed the least of differences. */
function near(value: unknown): unknown {
  if (typeof value === "number") return expect.closeTo(value, 12);
  if (Array.isArray(value)) return value.map(near);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, near(each)]));
}
