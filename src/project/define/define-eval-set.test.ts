import { expect, test } from "vitest";
import { evaluate } from "../../api/evaluate.ts";
import { readEvalSet } from "../../eval-sets/reading/read-eval-set.ts";
import { writeEvalSet } from "../../eval-sets/write-eval-set.ts";
import { defineEvalSet } from "./define-eval-set.ts";

test("ids, shorthand and defaults are written out", () => {
  const set = defineEvalSet({
    name: "Night shift",
    evalCases: [
      { conversation: ["Turn the lights off!", "Thanks"], rubrics: ["Is short"] },
      { conversation: ["Turn the lights off"] },
      {
        conversation: [
          { userContent: { parts: [{ text: "Hi" }] }, intermediateData: { toolUses: ["look"] } },
        ],
        assay: { tags: ["smoke"] },
      },
      { conversationScenario: { startingPrompt: "Refund, please", conversationPlan: "Insist" } },
      { evalId: "hi", conversation: ["…"] },
    ],
  });
  expect(set.evalSetId).toBe("night_shift");
  expect(set.evalCases.map((each) => each.evalId)).toEqual([
    "turn_the_lights_off",
    "turn_the_lights_off_2",
    "hi_2",
    "refund_please",
    "hi",
  ]);
  expect(set.evalCases[0]?.conversation?.[1]?.userContent).toEqual({
    parts: [{ text: "Thanks" }],
    role: "user",
  });
  expect(set.evalCases[0]?.rubrics?.[0]?.rubricId).toBe("Is short");
  expect(set.evalCases[2]?.assay).toEqual({ tags: ["smoke"], namesOnly: { "0": [0] } });
  expect(readEvalSet(writeEvalSet(set)).evalSet).toEqual(set);
});

test("a mistake gets the sentence that it gets in a file", () => {
  const turn = { userContent: "Hi", intermediateData: { toolUses: [{ name: "look", args: {} }] } };
  const args = { lok: { at: { ignore: true } } } as const;
  expect(() => defineEvalSet({ evalCases: [{ conversation: [turn], assay: { args } }] })).toThrow(
    'No turn of this case expects a call of the tool "lok".',
  );
  const misspelt = { evalCases: [{ conversation: [{ userContnt: "Hi" }] }] };
  expect(() => defineEvalSet(misspelt as never)).toThrow('has no key "userContnt"');
  expect(() => defineEvalSet(undefined as never)).toThrow();
  expect(() => defineEvalSet({} as never)).toThrow('has no "eval_cases"');
  const twice = { evalCases: ["a", "a"].map((evalId) => ({ evalId, conversation: ["Hi"] })) };
  expect(() => defineEvalSet(twice)).toThrow('"a"');
});

test("what a file cannot hold is refused with its place, not changed in silence", () => {
  const state = (value: unknown) => () =>
    defineEvalSet({ evalCases: [{ conversation: ["Hi"], finalSessionState: { at: value } }] });
  expect(state(new Date(0))).toThrow("evalCases[0].finalSessionState.at is a Date");
  expect(state(Number.NaN)).toThrow("is NaN");
  expect(state(() => 1)).toThrow("is a function");
  expect(state(new Map())).toThrow("is a Map");
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(state(circle)).toThrow("contains itself");
  const shared = { a: 1 };
  expect(state([shared, shared])).not.toThrow();
});

test("a set in code is evaluated as it is", async () => {
  const evalSet = defineEvalSet({
    evalCases: [{ conversation: [{ userContent: "hello", finalResponse: "hello" }] }],
  });
  const run = await evaluate({
    agent: (text: string) => text,
    evalSet,
    criteria: { response_match_score: 1 },
    store: "memory",
  });
  expect(run.cases.map(({ evalId, status }) => [evalId, status])).toEqual([["hello", "passed"]]);
});
