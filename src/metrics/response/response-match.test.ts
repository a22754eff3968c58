import { describe, expect, test } from "vitest";
import { measureBuiltIn } from "../../../tests/measure-built-in.ts";
import { countsAs } from "../../core/folds/case-row.ts";
import { anExpectedTurn, anInvocation } from "../../testing/builders.ts";

const noReference = anExpectedTurn({ finalResponse: undefined });

function match(answers: readonly string[], references: readonly (string | undefined)[]) {
  return measureBuiltIn(
    "response_match_score",
    { threshold: 0.8 },
    {
      actual: answers.map((answer) => anInvocation({ answer })),
      expected: references.map((answer) =>
        answer === undefined ? noReference : anExpectedTurn({ answer }),
      ),
    },
  );
}

describe("response_match_score", () => {
  test("is the mean over its turns, added up from the left", async () => {
    const result = await match(
      ["a b c d e f", "a b c d e f", "a b c d e f"],
      ["a b c d", "a b c d", "a b c d"],
    );
    expect(result.score).toBe(0.8000000000000002);
    expect(result.perInvocation[0]).toEqual({ score: 0.8, status: "passed" });
  });

  test("says which words a low score is about, as they were written", async () => {
    const result = await match(["The ferry sinks"], ["The ferry leaves at seven"]);
    expect(result.status).toBe("failed");
    expect(result.perInvocation[0]?.why).toBe(
      'The answer lacks "leaves at seven" and adds "sinks".',
    );
  });

  test("names words that stand together as one, and at most three of those", async () => {
    const result = await match(
      ["one three five seven nine"],
      ["one two three four five six seven eight eight nine"],
    );
    expect(result.perInvocation[0]?.why).toContain(
      'lacks "two", "four", "eight eight" and 1 more.',
    );
  });

  test("scores the turns that have a reference and shows that one has none", async () => {
    const result = await match(["yes", "anything"], ["yes", undefined]);
    expect(result).toMatchObject({ status: "passed", score: 1 });
    expect(result.coverage).toEqual({ scored: 1, of: 2 });
    expect(result).toMatchObject({
      unasked: 1,
      detail:
        "1 of 2 turns were scored. Turn 2: The turn has no final_response that response_match_score could compare with.",
    });
    expect(result.reason).toBeUndefined();
    expect(countsAs(result)).toBe("passed");
    expect(result.perInvocation[1]).toMatchObject({
      status: "not-evaluated",
      reason: "missing-reference",
    });
  });

  test("is not evaluated when no turn has a reference, and says what to do", async () => {
    const result = await match(["anything"], [undefined]);
    expect(result).toMatchObject({
      status: "not-evaluated",
      reason: "missing-reference",
      detail:
        'response_match_score needs a final_response in at least one turn. Add one, or leave the metric out here:  "assay": { "skip": ["response_match_score"] }',
    });
    expect(result.score).toBeUndefined();
  });

  test("takes an empty reference for a reference", async () => {
    expect(await match([""], [""])).toMatchObject({ status: "failed", score: 0 });
  });

  test("cannot compare a scenario, nor conversations of different lengths", async () => {
    const actual = [anInvocation()];
    const scenario = await measureBuiltIn("response_match_score", {}, { actual });
    expect(scenario).toMatchObject({ status: "not-evaluated", reason: "missing-reference" });
    const longer = { actual, expected: [anExpectedTurn(), anExpectedTurn()] };
    const uneven = await measureBuiltIn("response_match_score", {}, longer);
    expect(uneven).toMatchObject({ status: "not-evaluated", reason: "turn-mismatch" });
  });
});
