import { expect, test } from "vitest";
import { bareJson } from "./bare-json.ts";

test("a fence and what Python calls white space may stand around the JSON of a reply", () => {
  for (const reply of ['{"a": 1}', ' \n{"a": 1}\u2028', '```json\n{"a": 1}\n```', '\x1c{"a": 1}']) {
    expect(bareJson(reply)).toEqual({ value: { a: 1 } });
  }
});

test("anything else is no JSON, a byte order mark included", () => {
  for (const reply of ['\ufeff{"a": 1}', 'Here: {"a": 1}', '{"a": 1}.', ""]) {
    expect(bareJson(reply)).toBe(undefined);
  }
});
