import { expect, test } from "vitest";
import { anInvocation } from "../../testing/builders.ts";
import { acceptState } from "./accept-state.ts";
import { acceptTurn } from "./accept-turn.ts";

const unmeasured = {
  callsMatched: false,
  callsDiffered: false,
  responsesMatched: false,
  responsesDiffered: false,
};

test("a turn that said nothing at all takes the answer, and no calls where none were made", () => {
  const expected = anInvocation({ finalResponse: undefined });
  const actual = anInvocation({ finalResponse: { role: "model", parts: [{ text: "Hello." }] } });
  const after = acceptTurn({ user_content: "Hi" }, { expected, actual, ...unmeasured });
  expect(Object.keys(after ?? {})).toEqual(["user_content", "final_response"]);
});

const calls = [
  { id: "1", name: "look", args: { at: 1 } },
  { id: "2", name: "look", args: { at: 2 } },
];
/** Answered in the other order, as parallel calls may be. */
const actual = anInvocation({
  intermediateData: {
    toolUses: calls,
    toolResponses: [
      { id: "2", name: "look", response: { seen: 2 } },
      { id: "1", name: "look", response: { seen: 1 } },
    ],
  },
});
const answered = (tool_responses: unknown) => ({
  user_content: "Hi",
  intermediate_data: { tool_uses: calls, tool_responses },
});

test("what tools answered is taken in the order of the calls, and only what it says changes", () => {
  const written = answered([
    { id: "a", name: "look", response: { seen: 0 } },
    { name: "gone", response: {} },
  ]);
  const after = acceptTurn(written, { expected: actual, actual, ...unmeasured });
  expect(after).toEqual(
    answered([
      { id: "a", name: "look", response: { seen: 1 } },
      { name: "look", response: { seen: 2 } },
    ]),
  );
});

test("responses stay as they are where they matched, and where the author has none", () => {
  const loose = answered([{ name: "look" }]);
  const matched = { ...unmeasured, responsesMatched: true };
  expect(acceptTurn(loose, { expected: actual, actual, ...matched })).toEqual(loose);
  const empty = answered([]);
  expect(acceptTurn(empty, { expected: actual, actual, ...unmeasured })).toEqual(empty);
  const none = { user_content: "Hi", intermediate_data: { tool_uses: calls } };
  expect(acceptTurn(none, { expected: actual, actual, ...unmeasured })).toEqual(none);
  // an empty list that was asked about said that no tool answers
  const differed = { ...unmeasured, responsesDiffered: true };
  expect(acceptTurn(empty, { expected: actual, actual, ...differed })).toEqual(
    answered([
      { name: "look", response: { seen: 1 } },
      { name: "look", response: { seen: 2 } },
    ]),
  );
});

test.each([
  [{ cart: { total: 1 } }, false, { cart: { total: 3 } }],
  [{ cart: 1, gone: true }, false, { cart: { total: 3, items: ["a"] } }],
  [{}, false, {}],
  [{}, true, { cart: { total: 3, items: ["a"] }, other: 1 }],
])("the state %j, compared whole: %s, becomes %j", (expected, isWhole, becomes) => {
  const state = { cart: { total: 3, items: ["a"] }, other: 1 };
  expect(acceptState(expected, state, isWhole)).toEqual(becomes);
});
