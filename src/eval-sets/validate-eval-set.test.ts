import { expect, test } from "vitest";
import { validateEvalSet } from "./validate-eval-set.ts";

function told(evalCases: readonly object[], options: { strict?: boolean } = {}): readonly string[] {
  const text = JSON.stringify({ eval_set_id: "s", eval_cases: evalCases }, null, 2);
  return validateEvalSet(text, options).warnings.map(
    ({ message, place }) => `${place?.line}:${place?.column} ${message}`,
  );
}

function turn(user: string, answer?: string): object {
  return {
    user_content: { parts: [{ text: user }] },
    ...(answer === undefined ? {} : { final_response: { parts: [{ text: answer }] } }),
  };
}

test("strict validation remarks on empty references", () => {
  const cases = [
    { eval_id: "heat_on", conversation: [turn("Is the heat on?", " ")] },
    { eval_id: "heat_off", conversation: [turn("Is the heat off?")] },
  ];
  expect(told(cases, { strict: true })).toEqual([
    "7:9 The final response of this turn is empty.",
    "28:9 This turn says nothing about what is expected of the agent.",
  ]);
  expect(told(cases)).toEqual([]);
});

test("strict validation remarks on a prompt that is there twice", () => {
  const conversation = [turn("Is the heat on?", "Yes.")];
  const state = { session_input: { app_name: "a", user_id: "u", state: { on: true } } };
  const cases = [
    { eval_id: "heat_on", conversation },
    { eval_id: "heat_again", conversation },
    { eval_id: "heat_with_state", conversation, ...state },
  ];
  expect(told(cases, { strict: true })).toEqual([
    '25:5 The case "heat_again" says the same to the agent as "heat_on".',
  ]);
});

test.each([
  ["case1", true],
  ["Test-Case 12", true],
  ["eval_3", true],
  ["", true],
  ["7", true],
  ["3f2504e0-4f89-11d3-9a0c-0305e82c3301", true],
  ["lights_off_bedroom", false],
  ["test_lights", false],
  [`${"_".repeat(5000)}x`, false],
])("strict validation of the id %j", (evalId, isGeneric) => {
  const cases = [{ eval_id: evalId, conversation: [turn("Hi", "Hello")] }];
  expect(told(cases, { strict: true })).toHaveLength(isGeneric ? 1 : 0);
});

test("a broken set gives its problems, all of them", () => {
  const { problems } = validateEvalSet('{"eval_cases": [{}, {}, {}, {}, {}, {}]}', {
    strict: true,
  });
  expect(problems).toHaveLength(13);
});
