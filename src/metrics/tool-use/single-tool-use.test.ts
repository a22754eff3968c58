import { describe, expect, test } from "vitest";
import type { FunctionCall } from "../../core/content.ts";
import type { ScoredOutcome } from "../../core/metric-outcome.ts";
import { ParseContext } from "../../core/schema/parse-context.ts";
import { anEvalCase, anInvocation } from "../../testing/builders.ts";
import { singleToolUse } from "./single-tool-use.ts";

function measure(criterion: object, ...turns: (readonly FunctionCall[])[]): ScoredOutcome {
  const settings = singleToolUse.criterion.read(criterion, new ParseContext());
  return singleToolUse.create?.(settings, { name: "single_tool_use", threshold: 1 })?.({
    evalCase: anEvalCase(),
    actual: turns.map((calls) => anInvocation({ calls })),
    expected: undefined,
    earlier: [],
    signal: new AbortController().signal,
  }) as ScoredOutcome;
}

function problemsOf(criterion: object): number {
  const context = new ParseContext();
  singleToolUse.criterion.read(criterion, context);
  return context.problems.length;
}

const oslo = { name: "weather", args: { city: "Oslo" } };
const rome = { name: "weather", args: { city: "Rome" } };
const other = { name: "search", args: {} };

describe("single_tool_use", () => {
  test("a call in any turn will do", () => {
    expect(measure({ tool: "weather" }, [other], [oslo])).toMatchObject({ score: 1 });
  });

  test("says that the tool was never called", () => {
    expect(measure({ tool: "weather" }, [other])).toMatchObject({
      score: 0,
      why: "weather was never called.",
    });
  });

  test("counts over the whole conversation", () => {
    const turns = [[oslo], [rome, oslo]];
    expect(measure({ tool: "weather", min: 3, max: 3 }, ...turns).score).toBe(1);
    expect(measure({ tool: "weather", max: 1 }, ...turns)).toMatchObject({
      score: 0,
      why: "weather was called 3 times where at most once was expected.",
    });
    expect(measure({ tool: "weather", min: 4 }, ...turns)).toMatchObject({
      score: 0,
      why: "weather was called 3 times where at least 4 times was expected.",
    });
  });

  test("a most of 0 forbids the tool", () => {
    expect(measure({ tool: "weather", max: 0 }, [other]).score).toBe(1);
    expect(measure({ tool: "weather", max: 0 }, [oslo]).why).toBe(
      "weather was called once where no call was expected.",
    );
  });

  test("counts only calls whose arguments fit", () => {
    const criterion = { tool: "weather", args: { city: { regex: "^Os" } } };
    expect(measure(criterion, [rome, oslo]).score).toBe(1);
    expect(measure(criterion, [rome]).why).toBe(
      "weather was called, but never with the arguments asked for.",
    );
    expect(measure(criterion, [{ name: "weather" }]).score).toBe(0);
  });

  test("a conversation without turns is not evaluated", () => {
    expect(measure({ tool: "weather" })).toMatchObject({ kind: "not-evaluated" });
  });

  test.each([
    {},
    { tool: 1 },
    { tool: "a", min: -1 },
    { tool: "a", min: 2, max: 1 },
    { tool: "a", max: "1" },
    { tool: "a", args: { n: 1 } },
  ])("refuses %j", (criterion) => {
    expect(problemsOf(criterion)).toBeGreaterThan(0);
  });
});
