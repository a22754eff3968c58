import { expect, test } from "vitest";
import { isUserFacingError } from "../../core/errors.ts";
import { readEvalSet } from "../reading/read-eval-set.ts";

const turn = {
  user_content: "Refund order 17",
  intermediate_data: {
    tool_uses: [
      { name: "get_order", args: { order: "17" } },
      { name: "refund", args: {} },
    ],
  },
};
const scenario = { starting_prompt: "Hello", conversation_plan: "Ask for a refund" };

function told(evalCase: object, set: object = {}): readonly string[] {
  const text = JSON.stringify({
    eval_set_id: "s",
    eval_cases: [{ eval_id: "a", conversation: [turn, turn], ...evalCase }],
    ...set,
  });
  try {
    return readEvalSet(text).warnings.map((each) => `note ${each.message} ${each.hint}`);
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    expect(error.place?.line).toBe(1);
    return [error, ...error.others].map((each) => `error ${each.message} ${each.hint}`);
  }
}

test("matchers for a tool that no turn expects are refused, with the nearest", () => {
  expect(told({ assay: { args: { refnd: { cents: { ignore: true } } } } })).toEqual([
    'error No turn of this case expects a call of the tool "refnd". Did you mean "refund"?',
  ]);
  const silent = { user_content: "Hello" };
  expect(
    told({ conversation: [silent], assay: { args: { "*": { a: { ignore: true } } } } }),
  ).toEqual([
    "note No turn of this case expects a call of any tool. Remove the matchers, or write the expected calls.",
  ]);
});

test("matchers for a tool of another turn, for all tools and for all arguments are fine", () => {
  const silent = { user_content: "Hello" };
  expect(
    told({
      conversation: [silent, turn],
      assay: { args: { refund: { "*": { ignore: true } }, "*": { note: { ignore: true } } } },
    }),
  ).toEqual([]);
});

test("a likely slip in an argument is remarked on", () => {
  expect(told({ assay: { args: { "*": { ordr: { ignore: true } } } } })).toEqual([
    'note No expected call has an argument "ordr". Did you mean "order"? If not, it is compared only where the agent gives it.',
  ]);
});

test("an argument that only the agent gives is no slip where the one like it has a matcher too", () => {
  const args = { get_order: { order: { regex: "^[0-9]+$" }, orders: { ignore: true } } };
  expect(told({ assay: { args } })).toEqual([]);
});

test("places that are not there are refused", () => {
  expect(told({ assay: { names_only: { "2": [0] } } })).toEqual([
    "error The case has no turn 2. Both are counted from 0.",
  ]);
  expect(told({ assay: { namesOnly: { "0": [0, 2] } } })).toEqual([
    "error The case has no call 2 in turn 0. Both are counted from 0.",
  ]);
});

test("a scenario has nothing to compare calls with", () => {
  const only = { conversation: undefined, conversation_scenario: scenario };
  expect(told({ ...only, assay: { tags: ["a"], forbidden_tools: ["delete_order"] } })).toEqual([
    'error A scenario expects no calls, so "forbidden_tools" compares nothing. Use the metric single_tool_use for it: {"tool": "…", "max": 0}.',
  ]);
  expect(told({ ...only, assay: { tags: ["a"], thresholds: { safety_v1: 1 } } })).toEqual([]);
});

test("a call that is expected and forbidden is remarked on", () => {
  expect(told({ assay: { forbidden_tools: ["refund"] } })).toEqual([
    'note The case expects a call of "refund" and forbids it, so it can never pass. Remove one of the two.',
  ]);
});

test("settings outside of their place are reported", () => {
  expect(told({ tags: ["smoke"], matchType: "EXACT", owner: "me" })).toEqual([
    'note "tags" means nothing outside of "assay". Write "assay": {"tags": …}.',
    'note "matchType" means nothing outside of "assay". Write "assay": {"match_type": …}.',
  ]);
  expect(told({ user_simulator: scenario })).toEqual([
    'note "user_simulator" means nothing beside "conversation". Remove one of them, or make two cases.',
  ]);
  expect(told({}, { assay: { tags: ["smoke"] } })).toEqual([
    'error A set has no key "assay". Settings stand in each case, under its own "assay"; those for all cases belong in the config.',
  ]);
  expect(told({}, { rubrics: ["Is polite"], session_input: {}, owner: "me" })).toEqual([
    'note "rubrics" means nothing on a set. Write it into each case, or into the criterion of a rubric metric in the config.',
    'note "session_input" means nothing on a set. Write it into each case.',
  ]);
});
