import { expect } from "vitest";
import type { CaseSettings } from "../src/core/case-settings.ts";
import type { FunctionCall } from "../src/core/content.ts";
import type { MetricOutcome, ScoredOutcome, TurnScore } from "../src/core/metric-outcome.ts";
import { ParseContext } from "../src/core/schema/parse-context.ts";
import { toolTrajectory } from "../src/metrics/trajectory/tool-trajectory.ts";
import { anEvalCase, anExpectedTurn, anInvocation } from "../src/testing/builders.ts";

export type Calls = readonly FunctionCall[];

export interface Given {
  readonly criterion?: object;
  readonly assay?: CaseSettings;
}

export function measure(
  expected: readonly Calls[] | undefined,
  actual: readonly Calls[],
  given: Given,
) {
  const { criterion, create } = toolTrajectory;
  const context = new ParseContext();
  const settings = criterion.read(given.criterion ?? {}, context);
  expect(context.problems).toEqual([]);
  const conversation = expected?.map((calls) => anExpectedTurn({ calls }));
  return create?.(settings, { name: "tool_trajectory_avg_score", threshold: 1 })?.({
    evalCase: anEvalCase({ conversation, assay: given.assay }),
    actual: actual.map((calls) => anInvocation({ calls })),
    expected: conversation,
    earlier: [],
    signal: new AbortController().signal,
  }) as MetricOutcome;
}

export function turnOf(expected: Calls, actual: Calls, given: Given = {}): TurnScore {
  return (measure([expected], [actual], given) as ScoredOutcome).perInvocation[0] as TurnScore;
}

export function why(expected: Calls, actual: Calls, given: Given = {}): string | undefined {
  return turnOf(expected, actual, given).why;
}

export const call = (name: string, args: FunctionCall["args"] = {}): FunctionCall => ({
  name,
  args,
});

export const find = call("find", { from: "Oslo" });

export const book = call("book", { row: 4 });

export const log = call("log");
