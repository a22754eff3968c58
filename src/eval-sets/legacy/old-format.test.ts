import { expect, test } from "vitest";
import { ParseContext } from "../../core/schema/parse-context.ts";
import { type OldFormatOptions, readOldFormat } from "./old-format.ts";

function read(value: unknown, options: Partial<OldFormatOptions> = {}) {
  const context = new ParseContext();
  let turns = 0;
  const newId = () => {
    turns += 1;
    return `turn-${turns}`;
  };
  const given = { evalSetId: "set", caseId: "case", now: 5, newId, ...options };
  const evalSet = readOldFormat(value, given, context);
  return { evalSet, problems: context.problems.map((each) => each.message), reading: context };
}

const row = {
  query: "q1",
  expected_tool_use: [{ tool_name: "t", tool_input: { a: 1 } }],
  expected_intermediate_agent_responses: [{ author: "sub", text: "on it" }],
  reference: "r1",
};

test("plain rows are the turns of one case", () => {
  expect(read([row, { query: "q2" }]).evalSet).toEqual({
    evalSetId: "set",
    name: "set",
    creationTimestamp: 5,
    evalCases: [
      {
        evalId: "case",
        creationTimestamp: 5,
        conversation: [
          {
            invocationId: "turn-1",
            creationTimestamp: 5,
            userContent: { role: "user", parts: [{ text: "q1" }] },
            finalResponse: { role: "model", parts: [{ text: "r1" }] },
            intermediateData: {
              toolUses: [{ name: "t", args: { a: 1 } }],
              intermediateResponses: [["sub", [{ text: "on it" }]]],
            },
          },
          {
            invocationId: "turn-2",
            creationTimestamp: 5,
            userContent: { role: "user", parts: [{ text: "q2" }] },
            finalResponse: { role: "model", parts: [{ text: "" }] },
            intermediateData: { toolUses: [], toolResponses: [], intermediateResponses: [] },
          },
        ],
      },
    ],
  });
});

test("named cases keep their names and sessions", () => {
  const { evalSet } = read([
    { name: "a", data: [row], initial_session: { state: { k: 1 } } },
    { name: "b", data: [], initial_session: {} },
  ]);
  expect(evalSet.evalCases).toMatchObject([
    { evalId: "a", sessionInput: { appName: "", userId: "", state: { k: 1 } } },
    { evalId: "b", conversation: [] },
  ]);
  expect(evalSet.evalCases[1]).not.toHaveProperty("sessionInput");
});

test("an initial session is given to rows, and an empty one is none", () => {
  const started = read([row], { initialSession: { user_id: "u" } }).evalSet.evalCases[0];
  expect(started?.sessionInput).toEqual({ appName: "", userId: "u", state: {} });
  expect(read([row], { initialSession: {} }).evalSet.evalCases[0]?.sessionInput).toBeUndefined();
});

test("null texts are parts without text, null input is a call without arguments", () => {
  const odd = {
    query: null,
    reference: null,
    expected_tool_use: [{ tool_name: "t", tool_input: null }],
  };
  const turn = read([odd]).evalSet.evalCases[0]?.conversation?.[0];
  expect(turn).toMatchObject({
    userContent: { parts: [{}] },
    intermediateData: { toolUses: [{ name: "t" }] },
  });
});

test("an empty list is a set without cases", () => {
  expect(read([]).evalSet.evalCases).toEqual([]);
});

test("mistakes name the row and the key", () => {
  expect(read([row, { reference: "r" }, { query: 5 }]).problems).toMatchInlineSnapshot(`
    [
      "[1] has no "query".",
      "[2].query is 5; a string was expected.",
    ]
  `);
  expect(
    read([{ query: "q", expected_tool_use: [{ tool_name: "t" }] }]).problems,
  ).toMatchInlineSnapshot(`
      [
        "[0].expected_tool_use[0] has no "tool_input".",
      ]
    `);
  expect(read([{ name: "a", data: [], initial_session: null }]).problems).toMatchInlineSnapshot(`
    [
      "[0].initial_session is null; an initial session was expected.",
    ]
  `);
});

test("a session beside named cases is a mistake, not ignored", () => {
  const { problems } = read([{ name: "a", data: [] }], { initialSession: { user_id: "u" } });
  expect(problems).toMatchInlineSnapshot(`
    [
      "An initial session is for plain rows; these cases have sessions of their own.",
    ]
  `);
});

test("either form can be insisted on", () => {
  expect(read([row], { form: "cases" }).problems).not.toEqual([]);
  expect(read([{ name: "a", data: [row] }], { form: "rows" }).problems).not.toEqual([]);
});

test("rows are marked as something that adk eval does not read", () => {
  expect(read([row]).reading.adkIncompatibilities.map((each) => each.message)).toEqual([
    "adk eval does not read plain rows; its test runner does.",
  ]);
});
