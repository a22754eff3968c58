import { describe, expect, test } from "vitest";
import { setOf, turn } from "../../../tests/eval-set-of-one.ts";
import { isUserFacingError, type UserFacingError } from "../../core/errors.ts";
import { readEvalSet } from "./read-eval-set.ts";

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

describe("a mistake is reported with place and hint", () => {
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

  test("a conversation under a misspelt key, which ADK would keep and ignore", () => {
    const { message, hint, place } = refusal(
      setOf({ eval_id: "a", conversaton: [{ user_content: "x" }] }),
    );
    expect(message).toBe(
      'A case needs "conversation" or "conversation_scenario"; this one has neither.',
    );
    expect(hint).toBe('Did you mean "conversation"?');
    expect(place?.path).toBe("eval_cases[0].conversaton");
  });

  test("a deadline that would be over before the agent begins", () => {
    const conversation = [{ user_content: "x" }];
    for (const timeout_seconds of [0, -1]) {
      const { message } = refusal(
        setOf({ eval_id: "a", conversation, assay: { timeout_seconds } }),
      );
      expect(message).toBe(
        `eval_cases[0].assay.timeout_seconds is ${timeout_seconds}; more than 0 was expected.`,
      );
    }
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
