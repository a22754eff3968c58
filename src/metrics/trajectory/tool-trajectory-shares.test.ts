import { describe, expect, test } from "vitest";
import type { CaseSettings } from "../../core/case-settings.ts";
import type { FunctionCall } from "../../core/content.ts";
import type { MetricDefinition } from "../../core/metric.ts";
import type { ScoredOutcome } from "../../core/metric-outcome.ts";
import { ParseContext } from "../../core/schema/parse-context.ts";
import { anEvalCase, anExpectedTurn, anInvocation } from "../../testing/builders.ts";
import {
  toolTrajectoryF1,
  toolTrajectoryPrecision,
  toolTrajectoryRecall,
} from "./tool-trajectory-shares.ts";

type Calls = readonly FunctionCall[];

function measure<T>(
  { name, criterion, create }: MetricDefinition<T>,
  turns: readonly (readonly [expected: Calls, actual: Calls])[],
  given: { readonly criterion?: object; readonly assay?: CaseSettings } = {},
): ScoredOutcome {
  const conversation = turns.map(([calls]) => anExpectedTurn({ calls }));
  const settings = criterion.read(given.criterion ?? {}, new ParseContext());
  return create?.(settings, { name, threshold: 1 })?.({
    evalCase: anEvalCase({ conversation, assay: given.assay }),
    actual: turns.map(([, calls]) => anInvocation({ calls })),
    expected: conversation,
    earlier: [],
    signal: new AbortController().signal,
  }) as ScoredOutcome;
}

/** Precision, recall and F1 of one turn. */
function shares(expected: Calls, actual: Calls, given: Parameters<typeof measure>[2] = {}) {
  return [toolTrajectoryPrecision, toolTrajectoryRecall, toolTrajectoryF1].map(
    (definition) => measure(definition, [[expected, actual]], given).score,
  );
}

const call = (name: string, args: FunctionCall["args"] = {}): FunctionCall => ({ name, args });
const [a, b, c, d] = [call("a"), call("b"), call("c"), call("d")];

describe("precision, recall and F1", () => {
  test.each<[string, Calls, Calls, number[]]>([
    ["nothing on either side", [], [], [1, 1, 1]],
    ["nothing expected", [], [a], [0, 1, 0]],
    ["nothing made", [a], [], [0, 0, 0]],
    ["another order", [a, b], [b, a], [1, 1, 1]],
    ["one of two made, and one more", [a, b], [b, c], [0.5, 0.5, 0.5]],
    ["three extra", [a], [a, b, c, d], [0.25, 1, 0.4]],
    ["a repeated call counts once", [a], [a, a], [0.5, 1, 2 / 3]],
    ["other arguments", [call("a", { n: 1 })], [call("a", { n: 2 })], [0, 0, 0]],
  ])("%s", (_, expected, actual, scores) => {
    expect(shares(expected, actual)).toEqual(scores);
  });

  test("turns are averaged left to right", () => {
    const turns = [
      [[a], [a]],
      [[a, b, c], [a]],
    ] as const;
    expect(measure(toolTrajectoryRecall, turns).score).toBe((1 + 1 / 3) / 2);
  });

  test("arguments can be ignored by the config", () => {
    const criterion = { ignore_args: true };
    expect(shares([call("a", { n: 1 })], [call("a", { n: 2 })], { criterion })).toEqual([1, 1, 1]);
  });

  test("a broad matcher does not take the call that a narrow expectation needs", () => {
    const expected = [call("a", { n: 0 }), call("a", { n: 1 })];
    const actual = [call("a", { n: 1 }), call("a", { n: 7 })];
    expect(shares(expected, actual, { assay: { namesOnly: { 0: [0] } } })).toEqual([1, 1, 1]);
  });

  test("optional calls do not count, forbidden ones do", () => {
    const optional = { assay: { optionalTools: ["b"] } };
    expect(shares([a, b], [b, b, a], optional)).toEqual([1, 1, 1]);
    const forbidden = { assay: { optionalTools: ["b"], forbiddenTools: ["b"] } };
    expect(shares([a], [b, a], forbidden)).toEqual([0.5, 1, 2 / 3]);
  });

  test("each blames only what lowers it, and tells its counts", () => {
    const why = <T>(definition: MetricDefinition<T>) => {
      const [turn] = measure(definition, [
        [
          [a, b],
          [c, b],
        ],
      ]).perInvocation;
      expect(turn?.details).toEqual({ met: 1, expected: 2, actual: 2 });
      expect(turn?.trajectory?.why).toBe(turn?.why);
      return turn?.why;
    };
    expect(why(toolTrajectoryPrecision)).toBe("c was called and not expected.");
    expect(why(toolTrajectoryRecall)).toBe("a was never called.");
    expect(why(toolTrajectoryF1)).toBe("a was never called, and c was called and not expected.");
  });
});
