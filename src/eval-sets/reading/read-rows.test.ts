import { expect, test } from "vitest";
import { textOf } from "../../core/content.ts";
import { readRows } from "./read-rows.ts";

test("lines of questions and answers become cases, whatever people call them", () => {
  const { cases, problems, unused } = readRows(
    [
      '{"question": "Capital of Peru?", "answer": "Lima", "difficulty": 2}',
      "",
      '{"id": "peru", "input": "And its river?", "expected": "Amazon", "tags": ["geo"], "tools": ["look_up"]}',
      '{"eval_id": "whole", "conversation": [{"user_content": "Hello"}]}',
    ].join("\n"),
  );
  expect(problems).toEqual([]);
  expect(cases.map(({ evalId }) => evalId)).toEqual(["case_1", "peru", "whole"]);
  expect(textOf(cases[0]?.conversation?.[0]?.finalResponse)).toBe("Lima");
  expect(cases[1]?.assay?.tags).toEqual(["geo"]);
  expect([...unused]).toEqual([["difficulty", 1]]);
});

test("a line that is not understood is told with its number, and the others are read", () => {
  const { cases, problems } = readRows('{"question": "a"}\n{"nothing": 1}\n[1]\n{"question": \n');
  expect(cases).toHaveLength(1);
  expect(problems.map(({ place }) => place?.line)).toEqual([2, 3, 4]);
});
