import { describe, expect, test } from "vitest";
import { isUserFacingError, type UserFacingError } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { writeEvalSet } from "../write-eval-set.ts";
import { readEvalSet } from "./read-eval-set.ts";

/** An eval set of one case, as a text of several lines. */
function setOf(evalCase: unknown): string {
  return JSON.stringify({ eval_set_id: "smoke", eval_cases: [evalCase] }, null, 2);
}

function turn(rest: object = {}): object {
  return { user_content: { parts: [{ text: "Is the heat on?" }] }, ...rest };
}

function caseOf(evalCase: object): EvalCase {
  return readEvalSet(setOf({ eval_id: "a", ...evalCase })).evalSet.evalCases[0] as EvalCase;
}

function refusal(text: string): UserFacingError {
  try {
    readEvalSet(text, { file: "smoke.evalset.json" });
  } catch (error) {
    if (isUserFacingError(error)) return error;
    throw error;
  }
  throw new Error("it was read");
}

function told(text: string): string {
  const { message, hint, place } = refusal(text);
  return `\n${place?.file}:${place?.line}:${place?.column} ${place?.path}\n${message}\n${hint}\n${place?.excerpt}\n`;
}

describe("a mistake is told with place and hint", () => {
  test("a misspelt key", () => {
    expect(
      told(setOf({ eval_id: "a", conversation: [{ user_contnt: "x", user_content: "y" }] })),
    ).toMatchInlineSnapshot(`
      "
      smoke.evalset.json:8:11 eval_cases[0].conversation[0].user_contnt
      eval_cases[0].conversation[0] has no key "user_contnt".
      Did you mean "user_content"?
          6 |       "conversation": [
          7 |         {
          8 |           "user_contnt": "x",
            |           ^^^^^^^^^^^^^
      "
    `);
  });

  test("a value of the wrong kind", () => {
    expect(
      told(setOf({ eval_id: "a", conversation: [], creation_timestamp: "12" })),
    ).toMatchInlineSnapshot(`
      "
      smoke.evalset.json:7:29 eval_cases[0].creation_timestamp
      eval_cases[0].creation_timestamp is "12"; a number was expected.
      Remove the quotes.
          5 |       "eval_id": "a",
          6 |       "conversation": [],
          7 |       "creation_timestamp": "12"
            |                             ^^^^
      "
    `);
  });

  test("a missing key", () => {
    expect(told(setOf({ conversation: [] }))).toMatchInlineSnapshot(`
      "
      smoke.evalset.json:4:5 eval_cases[0]
      eval_cases[0] has no "eval_id".
      An eval case needs one.
          2 |   "eval_set_id": "smoke",
          3 |   "eval_cases": [
          4 |     {
            |     ^
      "
    `);
  });

  test("both spellings of one key", () => {
    expect(told(setOf({ eval_id: "a", evalId: "b", conversation: [] }))).toMatchInlineSnapshot(`
      "
      smoke.evalset.json:6:7 eval_cases[0].evalId
      eval_cases[0] has both "eval_id" and "evalId".
      They are the same field; keep one of them.
          4 |     {
          5 |       "eval_id": "a",
          6 |       "evalId": "b",
            |       ^^^^^^^^
      "
    `);
  });

  test("neither conversation nor scenario", () => {
    expect(told(setOf({ eval_id: "a" }))).toMatchInlineSnapshot(`
      "
      smoke.evalset.json:4:5 eval_cases[0]
      A case needs "conversation" or "conversation_scenario"; this one has neither.
      Add "conversation": [ … ] with the turns.
          2 |   "eval_set_id": "smoke",
          3 |   "eval_cases": [
          4 |     {
            |     ^
      "
    `);
  });

  test("authored and recorded data in one turn", () => {
    const data = { intermediate_data: { tool_uses: [], invocation_events: [] } };
    expect(refusal(setOf({ eval_id: "a", conversation: [turn(data)] })).message).toBe(
      '"invocation_events" and "tool_uses" exclude each other.',
    );
  });

  test("a persona in the wrong case", () => {
    const scenario = { starting_prompt: "Hi", conversation_plan: "Ask.", user_persona: "novice" };
    expect(told(setOf({ eval_id: "a", conversation_scenario: scenario }))).toMatchInlineSnapshot(`
      "
      smoke.evalset.json:9:25 eval_cases[0].conversation_scenario.user_persona
      There is no persona "novice".
      Did you mean "NOVICE"?
          7 |         "starting_prompt": "Hi",
          8 |         "conversation_plan": "Ask.",
          9 |         "user_persona": "novice"
            |                         ^^^^^^^^
      "
    `);
  });

  test("a misspelt key of our own settings", () => {
    expect(
      refusal(setOf({ eval_id: "a", conversation: [], assay: { match_typ: "EXACT" } })).hint,
    ).toBe('Did you mean "match_type"?');
  });

  test("a matcher that does not exist, and a regular expression that is none", () => {
    const withArgs = (matcher: object) =>
      refusal(setOf({ eval_id: "a", conversation: [], assay: { args: { f: { x: matcher } } } }));
    expect(withArgs({ regexp: "a" }).hint).toBe('Did you mean "regex"?');
    expect(withArgs({ regex: "(" }).message).toMatch(/^This is not a regular expression/);
    expect(withArgs({ equals: 1, regex: "a" }).message).toMatch(/exactly one key/);
  });

  test("two cases of one id, with both places", () => {
    const one = { eval_id: "a", conversation: [] };
    const error = refusal(
      JSON.stringify({ eval_set_id: "smoke", eval_cases: [one, one] }, null, 2),
    );
    expect(error.code).toBe("eval-set/duplicate");
    expect(error.message).toBe('eval_cases[1] has the eval_id "a" of eval_cases[0] in line 5.');
    expect(error.place).toMatchObject({ line: 9, column: 18 });
  });

  test("five at a time", () => {
    const turns = Array.from({ length: 9 }, () => turn({ finalresponse: "x" }));
    const error = refusal(setOf({ eval_id: "a", conversation: turns }));
    expect(error.others).toHaveLength(4);
    expect(error.others[3]?.hint).toBe('Did you mean "final_response"?');
  });

  test("a broken eval set is never taken for an old file", () => {
    expect(refusal("{}").message).toBe('The file has no "eval_set_id".');
    expect(refusal('{"evalSetId": "x", "eval_cases": []}').message).toBe(
      'The file has no "eval_set_id".',
    );
    expect(refusal('""').message).toBe('The file is ""; an eval set was expected.');
  });
});

describe("what people write by hand", () => {
  test("plain texts for what is said", () => {
    const [first] =
      caseOf({ conversation: [{ user_content: "Hi", final_response: "Hello" }] }).conversation ??
      [];
    expect(first?.userContent).toEqual({ role: "user", parts: [{ text: "Hi" }] });
    expect(first?.finalResponse).toEqual({ role: "model", parts: [{ text: "Hello" }] });
  });

  test("bare names of tools match by name only, and stay so when ADK has to read them", () => {
    const text = setOf({
      eval_id: "a",
      conversation: [
        turn({ intermediate_data: { tool_uses: ["get", { name: "set", args: {} }] } }),
      ],
    });
    const { evalSet, adkIncompatibilities } = readEvalSet(text);
    expect(evalSet.evalCases[0]?.assay).toEqual({ namesOnly: { "0": [0] } });
    expect(adkIncompatibilities).toHaveLength(1);
    const again = readEvalSet(writeEvalSet(evalSet));
    expect(again.adkIncompatibilities).toEqual([]);
    expect(again.warnings).toEqual([]);
    expect(again.evalSet).toEqual(evalSet);
  });

  test("rubrics as texts, one or many", () => {
    const polite = { rubricId: "Polite.", rubricContent: { textProperty: "Polite." } };
    expect(caseOf({ conversation: [], rubric: "Polite." }).rubrics).toEqual([polite]);
    expect(caseOf({ conversation: [], rubrics: ["Polite."] }).rubrics).toEqual([polite]);
  });

  test("user_simulator for conversation_scenario", () => {
    const scenario = { starting_prompt: "Hi", conversation_plan: "Ask." };
    expect(caseOf({ user_simulator: scenario }).conversationScenario).toEqual({
      startingPrompt: "Hi",
      conversationPlan: "Ask.",
    });
  });

  test("the names of the old rows inside a turn", () => {
    const [first] =
      caseOf({
        conversation: [
          {
            query: "Hi",
            reference: "Hello",
            expected_tool_use: [{ tool_name: "get", tool_input: { a: 1 } }],
            expected_intermediate_agent_responses: [{ author: "sub", text: "Wait." }],
          },
        ],
      }).conversation ?? [];
    expect(first).toMatchObject({
      userContent: { role: "user", parts: [{ text: "Hi" }] },
      finalResponse: { role: "model", parts: [{ text: "Hello" }] },
      intermediateData: {
        toolUses: [{ name: "get", args: { a: 1 } }],
        intermediateResponses: [["sub", [{ text: "Wait." }]]],
      },
    });
  });

  test("comments and trailing commas, which only ADK minds", () => {
    const { adkIncompatibilities } = readEvalSet(
      '{"eval_set_id": "a", // mine\n "eval_cases": [],}',
    );
    expect(adkIncompatibilities.map(({ message, place }) => `${place?.line} ${message}`)).toEqual([
      "1 ADK does not read comments in JSON.",
      "2 ADK does not read trailing commas in JSON.",
    ]);
  });

  test("settings of ours, with match types in any spelling", () => {
    const assay = { match_type: "in-order", args: { "*": { id: { one_of: [1, 2] } } } };
    expect(caseOf({ conversation: [], assay }).assay).toEqual({
      matchType: "IN_ORDER",
      args: { "*": { id: { oneOf: [1, 2] } } },
    });
  });
});

describe("what is allowed and probably not meant", () => {
  const warnings = (text: string, file?: string) =>
    readEvalSet(text, { file }).warnings.map(
      ({ message, place }) => `${place?.line}:${place?.column} ${message}`,
    );

  test("a call without args", () => {
    const data = { intermediateData: { toolUses: [{ name: "get" }] } };
    expect(warnings(setOf({ eval_id: "a", conversation: [turn(data)] }))).toEqual([
      '17:15 A call of get without "args" never matches a call that has some.',
    ]);
    const ignoring = { eval_id: "a", conversation: [turn(data)], assay: { ignore_args: true } };
    expect(warnings(setOf(ignoring))).toEqual([]);
  });

  test("a call inside the final response", () => {
    const response = { final_response: { parts: [{ function_call: { name: "get", args: {} } }] } };
    expect(warnings(setOf({ eval_id: "a", conversation: [turn(response)] }))).toEqual([
      "17:15 A function call inside the final response is not part of the trajectory.",
    ]);
  });

  test("an id that is not the file's name", () => {
    expect(warnings(setOf({ eval_id: "a", conversation: [] }), "x/smok.evalset.json")).toEqual([
      '2:18 The eval_set_id "smoke" is not the file\'s name, "smok".',
    ]);
    expect(warnings(setOf({ eval_id: "a", conversation: [] }), "smoke.evalset.json")).toEqual([]);
  });

  test("a key that looks misspelt where unknown keys are kept", () => {
    expect(warnings(setOf({ eval_id: "a", conversation: [], sesion_input: {} }))).toEqual([
      '7:7 eval_cases[0] has a key "sesion_input" that means nothing.',
    ]);
  });

  test("a thousand remarks are counted, not told", () => {
    const uses = { intermediate_data: { tool_uses: Array(1000).fill({ name: "get" }) } };
    const found = warnings(setOf({ eval_id: "a", conversation: [turn(uses)] }));
    expect(found).toHaveLength(21);
    expect(found[20]).toMatch(/And 980 more/);
  });
});

test("a list is read as an old file", () => {
  const { evalSet } = readEvalSet('[{"query": "Hi", "reference": "Hello"}]', {
    file: "old/home.test.json",
  });
  expect(evalSet.evalSetId).toBe("home");
  expect(evalSet.evalCases[0]?.conversation?.[0]?.userContent.parts).toEqual([{ text: "Hi" }]);
});

test("unknown keys are kept, in their order", () => {
  const text = JSON.stringify(
    {
      eval_set_id: "s",
      eval_cases: [{ eval_id: "a", conversation: [], zeta: 1, alpha: { b: null } }],
      owner: "me",
      $schema: "x",
    },
    null,
    2,
  );
  expect(writeEvalSet(readEvalSet(text).evalSet)).toBe(text);
});

test("a key __proto__ is kept like any other", () => {
  const text = setOf({ eval_id: "a", conversation: [] }).replace(
    '"conversation": []',
    '"conversation": [],\n      "final_session_state": {\n        "__proto__": 1\n      },\n      "__proto__": {\n        "x": 1\n      }',
  );
  expect(writeEvalSet(readEvalSet(text).evalSet)).toBe(text);
});
