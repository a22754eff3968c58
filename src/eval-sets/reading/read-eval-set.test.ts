import { describe, expect, test } from "vitest";
import { setOf, turn } from "../../../tests/eval-set-of-one.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { writeEvalSet } from "../write-eval-set.ts";
import { readEvalSet } from "./read-eval-set.ts";

function caseOf(evalCase: object): EvalCase {
  return readEvalSet(setOf({ eval_id: "a", ...evalCase })).evalSet.evalCases[0] as EvalCase;
}

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

  test("a thousand remarks are counted, not reported", () => {
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
